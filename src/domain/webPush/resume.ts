import { notifications } from '#api/notifications.ts';
import { currentSubscription } from './browser.ts';

/** Uses the subscription of this browser in this session, if the same person has added it in a former one. */
export async function resumePush(): Promise<void> {
  const subscription = await currentSubscription();
  // Of another person, or removed: it stays unused. The next page tries again if the backend was not reached.
  if (subscription) await notifications.resumeDevice(subscription.endpoint).catch(() => undefined);
}
