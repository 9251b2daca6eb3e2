import type { NewPushDevice } from '../../../contract/notifications.ts';

/** The service worker, which shows push messages and does nothing else. */
const worker = '/service-worker.js';

/** Whether this browser can receive push messages. */
export function canReceivePush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The subscription of this browser; null if it has none. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!canReceivePush()) return null;
  try {
    const registration = await navigator.serviceWorker.getRegistration(worker);
    return (await registration?.pushManager.getSubscription()) ?? null;
  } catch {
    // A browser that blocks all cookies refuses.
    return null;
  }
}

/**
 * Subscribes this browser, after the press of a button.
 * @param key the public key of the deployment, base64url
 * @returns null if the person or the browser refuses
 */
export async function subscribe(key: string): Promise<NewPushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for another key gets no messages of this one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, keys: { p256dh, auth } };
}
