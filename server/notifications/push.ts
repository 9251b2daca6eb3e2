import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import webPush from 'web-push';
import { mailHref } from '../../contract/contactLinks.ts';
import { isoLanguage } from '../../contract/languages.ts';
import { type NotificationKind, urgencyOf } from '../../contract/notificationKinds.ts';
import type { PushContent } from '../../contract/notifications.ts';
import { maySignIn } from '../../contract/permissions.ts';
import { factsOf } from '../../tenants/languageFacts.ts';
import type { Dependencies } from '../dependencies.ts';
import { asTask } from '../callContext.ts';
import { isSuspended } from '../db/suspension.ts';
import type { Db } from '../db/tables.ts';
import { mailLanguage } from '../mail/mailLanguage.ts';
import { callOut, PrivateAddressError } from '../outgoing.ts';
import { claimDue, nextAttempt, type Retries } from '../queue/lease.ts';
import { pollWith } from '../queue/poll.ts';
import { createWorkerPool } from '../queue/workerPool.ts';
import { pushKeysOf } from './pushKeys.ts';

const second = 1000;

/** Timeout of one attempt, and the lease of a message, in milliseconds. */
const attemptTimeout = 15 * second;
const lease = 60 * second;
const retries = { first: 5 * second, longest: 600 * second, jitter: 0.2 } as const satisfies Retries;
const maxConcurrent = 6;
/** The statuses with which push services say that a subscription has ended (RFC 8030). */
const ended = [404, 410];
/** How much of a response is read, in bytes. */
const keptAnswer = 500;

type Claimed = { id: string; subscription_id: string; notification_id: string; tries: number; until: Date };

/** What a message needs to be sent; undefined once the session has ended, the device is switched off, or the person has read the notification. */
function readMessage(db: Db, { subscription_id, notification_id }: Claimed, now: Date) {
  return db
    .selectFrom('push_subscriptions as device')
    .innerJoin('sessions', 'sessions.token_hash', 'device.session_hash')
    .innerJoin('users', 'users.id', 'device.user_id')
    .innerJoin('notifications', 'notifications.user_id', 'users.id')
    .select(['device.endpoint', 'device.p256dh', 'device.auth'])
    .select(['notifications.id', 'notifications.kind', 'notifications.title', 'notifications.path'])
    .select(['users.language', 'users.role', 'users.suspended_at', 'users.suspension_expires'])
    .where('device.id', '=', subscription_id)
    .where('notifications.id', '=', notification_id)
    .where('notifications.read', 'is', null)
    .where('device.enabled', '=', true)
    .where('sessions.expires', '>', now)
    .where('users.approval_status', '=', 'approved')
    .executeTakeFirst();
}

/** A notification for one device of a person. */
type DeviceMessage = { endpoint: string; p256dh: string; auth: string; kind: NotificationKind } & Omit<
  PushContent,
  'isUrgent'
>;

/** Sends a message to the service of its browser. Returns the status of the response. */
async function post(
  { database: { db }, deployment, clock, fileKeys, settings }: Dependencies,
  { endpoint, p256dh, auth, kind, ...shown }: DeviceMessage,
  until: Date,
): Promise<number> {
  const now = clock();
  const isUrgent = urgencyOf[kind] === 'urgent';
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ ...shown, isUrgent } satisfies PushContent),
    {
      vapidDetails: { subject: mailHref(deployment.support.email), ...(await pushKeysOf(db, fileKeys, now)) },
      TTL: Math.max(0, Math.round((until.getTime() - now.getTime()) / second)),
      urgency: isUrgent ? 'high' : 'normal',
      topic: shown.id,
    },
  );
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const signal = AbortSignal.timeout(attemptTimeout);
  const call = { method, headers: texts, signal, most: keptAnswer, body: body ?? undefined };
  return (await callOut(new URL(endpoint), call, { mayBePrivate: settings.privateWebhooks })).status;
}

/** Tries to send a message, and stores what becomes of it. */
async function attempt(deps: Dependencies, log: FastifyBaseLogger, message: Claimed): Promise<void> {
  const {
    database: { db },
    deployment,
    clock,
  } = deps;
  const forget = () => db.deleteFrom('push_messages').where('id', '=', message.id).execute();
  const now = clock();
  const found = message.until > now ? await readMessage(db, message, now) : undefined;
  if (!found || isSuspended(found, now) || !maySignIn(found.role, deployment.allowedRoles)) {
    await forget();
    return;
  }
  const { id, title, path, kind, endpoint, p256dh, auth } = found;
  const language = mailLanguage(deployment, found.language);
  const facts = { language: isoLanguage(language), direction: factsOf(language).direction };
  const status = await post(deps, { id, title, path, kind, endpoint, p256dh, auth, ...facts }, message.until).catch(
    (error: unknown) => {
      log.warn({ err: error, message: message.id }, 'a push service was not reached');
      return error instanceof PrivateAddressError ? 410 : null;
    },
  );
  if (status !== null && ended.includes(status)) {
    await db.deleteFrom('push_subscriptions').where('id', '=', message.subscription_id).execute();
    return;
  }
  const isTemporary = status === null || status === 429 || status >= 500;
  const due = isTemporary ? nextAttempt(retries, { tries: message.tries, now: clock(), until: message.until }) : null;
  if (due) {
    await db.updateTable('push_messages').set({ due }).where('id', '=', message.id).execute();
    return;
  }
  if (status === null || status >= 300) log.warn({ status, message: message.id }, 'a push message was not accepted');
  await forget();
}

/** Sends push messages that wait. Starts and stops with the app; several processes may do so. A repeated message replaces itself on the device. */
export function sendPushMessages(app: FastifyInstance, deps: Dependencies): void {
  const {
    database: { db },
    clock,
    tracer,
    settings,
  } = deps;
  const sending = createWorkerPool<Claimed>(maxConcurrent, {
    take: (most) => {
      const now = clock();
      const columns = ['id', 'subscription_id', 'notification_id', 'tries', 'until'] as const;
      return claimDue(db, 'push_messages', { now, until: new Date(now.getTime() + lease), most, columns });
    },
    perform: (message) =>
      asTask(tracer, { route: 'send push message', id: `push-${message.id}` }, () => attempt(deps, app.log, message)),
    onError: (error, { id }) =>
      app.log.warn({ err: error, message: id }, 'the outcome of a push message was not stored'),
  });
  const look = () =>
    void sending
      .fill()
      .catch((error: unknown) => app.log.warn({ err: error }, 'waiting push messages cannot be read; retrying'));
  pollWith(app, { interval: settings.pollInterval, look, stop: sending.stop });
}
