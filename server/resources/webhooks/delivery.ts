import type { FastifyInstance } from 'fastify';
import { type AttemptFailure, failingDays } from '../../../contract/webhookLimits.ts';
import type { Services } from '../../services.ts';
import { write } from '../../collection/write.ts';
import { callOut, PrivateAddressError } from '../../outgoing.ts';
import { nextAttempt, type Retries } from '../../queue/lease.ts';
import { pollWith } from '../../queue/poll.ts';
import { createWorkerPool } from '../../queue/workerPool.ts';
import { staffOf } from '../auth/repository.ts';
import {
  addressOf,
  claimDelivery,
  type ClaimedDelivery,
  disableWebhook,
  endAttempt,
  forgetFailures,
  insertAttempt,
  noteFailure,
  signingSecrets,
} from './repository.ts';
import { signedHeaders } from './signature.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;

/** Timeout of one attempt, and the lease of a delivery, in milliseconds. */
const attemptTimeout = 15 * second;
const lease = 60 * second;
/** Pauses of 5 s, 10 s, 20 s … 12 h: about seventeen attempts within three days, not all webhooks at the same moment. */
const retries = { first: 5 * second, longest: day / 2, jitter: 0.2 } as const satisfies Retries;
/** Maximum number of concurrent attempts, and of those to one webhook: a slow one leaves room for others. */
const maxConcurrent = 6;
const maxPerWebhook = 2;
/** How much of a response is kept, in bytes. */
const keptAnswer = 500;
/** The status with which an endpoint says that it wants no more events (Standard Webhooks). */
const gone = 410;

/** The outcome of one attempt. */
type Outcome =
  { status: number; failure: null; answer: string } | { status: null; failure: AttemptFailure; answer: '' };

const isSuccess = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof PrivateAddressError) return 'private_address';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timed_out' : 'unreachable';
}

/** The beginning of a response as text that PostgreSQL accepts. */
const shown = (body: Buffer) => new TextDecoder().decode(body).replaceAll('\0', '');

async function post(url: URL, headers: Record<string, string>, body: string, mayBePrivate: boolean): Promise<Outcome> {
  const signal = AbortSignal.timeout(attemptTimeout);
  try {
    const answer = await callOut(url, { method: 'POST', headers, body, signal, most: keptAnswer }, { mayBePrivate });
    return { status: answer.status, failure: null, answer: shown(answer.body) };
  } catch (error) {
    return { status: null, failure: failureOf(signal.aborted ? signal.reason : error), answer: '' };
  }
}

/** Sends webhooks. */
export type WebhookSender = {
  /** Looks for deliveries at once. */
  wake: () => void;
};

/** Sends the events that wait: at least once, not always in their order. Starts and stops with the app; several processes may do so. */
export function sendWebhooks(
  app: FastifyInstance,
  { database: { db }, clock, fileKeys, notify, settings }: Services,
): WebhookSender {
  const underWay = new Map<string, number>();
  const count = (webhook: string, change: 1 | -1) => underWay.set(webhook, (underWay.get(webhook) ?? 0) + change);

  const take = async (most: number): Promise<ClaimedDelivery[]> => {
    const taken: ClaimedDelivery[] = [];
    while (taken.length < most) {
      const busy = [...underWay].flatMap(([webhook, running]) => (running >= maxPerWebhook ? webhook : []));
      const delivery = await claimDelivery(db, { now: clock(), lease, busy });
      if (!delivery) break;
      count(delivery.webhook_id, 1);
      taken.push(delivery);
    }
    return taken;
  };

  /** Stores the outcome with its consequences, in one transaction. */
  const settle = (delivery: ClaimedDelivery, outcome: Outcome, times: { at: Date; milliseconds: number }) => {
    const { id, webhook_id, tries, until } = delivery;
    const now = clock();
    const caller = { request: { id: 'worker', session: null }, now, act: 'disable_webhook' };
    return write(db, caller, async (trx) => {
      await insertAttempt(trx, { delivery_id: id, ...times, ...outcome });
      if (isSuccess(outcome)) {
        await endAttempt(trx, delivery, { state: 'delivered', ended: now });
        await forgetFailures(trx, webhook_id);
        return;
      }
      const due = nextAttempt(retries, { tries, now, until });
      await endAttempt(trx, delivery, due ? { state: 'waiting', due } : { state: 'failed', ended: now });
      const since = await noteFailure(trx, webhook_id, now);
      const isGone = outcome.status === gone;
      if (!isGone && now.getTime() - since.getTime() < failingDays * day) return;
      const name = await disableWebhook(trx, webhook_id, isGone ? 'gone' : 'failures');
      if (name === undefined) return;
      const owners = await staffOf(trx, ['owner'], now);
      await notify(trx, null, [{ about: 'account', what: 'webhook_disabled', id: webhook_id, name, to: owners }]);
    });
  };

  const attempt = async (delivery: ClaimedDelivery): Promise<void> => {
    const { id, webhook_id, type, data, created } = delivery;
    const at = clock();
    const [url, secrets] = [await addressOf(db, webhook_id), await signingSecrets(db, webhook_id, at)];
    if (url === undefined) return;
    const body = JSON.stringify({ type, timestamp: created.toISOString(), data });
    const keys = secrets.map(({ id: secret, key_id, data_key }) =>
      fileKeys.unwrap(secret, { key_id, data_key: Buffer.from(data_key) }),
    );
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'signboard-webhooks',
      ...signedHeaders(keys, { id, at, body }),
    };
    const begun = performance.now();
    const outcome = await post(new URL(url), headers, body, settings.privateWebhooks);
    await settle(delivery, outcome, { at, milliseconds: Math.round(performance.now() - begun) });
  };

  const report = (error: unknown) => app.log.warn({ err: error }, 'waiting webhooks cannot be read; retrying');
  const sending = createWorkerPool<ClaimedDelivery>(maxConcurrent, {
    take,
    perform: (delivery) => attempt(delivery).finally(() => count(delivery.webhook_id, -1)),
    onError: (error, { id }) => app.log.warn({ err: error, delivery: id }, 'the outcome of a webhook was not stored'),
  });
  const look = () => void sending.fill().catch(report);
  pollWith(app, { interval: settings.pollInterval, look, stop: sending.stop });
  return { wake: look };
}
