import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { asTask } from '../callContext.ts';
import type { Trx } from '../collection/write.ts';
import { nextAttempt } from '../queue/lease.ts';
import { pollWith } from '../queue/poll.ts';
import { createWorkerPool } from '../queue/workerPool.ts';
import { randomId } from '../randomId.ts';
import { createCircuitBreaker } from './circuitBreaker.ts';
import type { Mail } from './mailer.ts';
import { claimMails, insertMail, isMailWaiting, postponeMail, removeMail, type WaitingMail } from './outboxTable.ts';

/** The pause after the first failure, in milliseconds; it doubles with each failure, up to an hour. */
const retries = { first: 30_000, longest: 60 * 60_000 } as const;
/** How long a stopping process waits for the mail server, in milliseconds. */
const stopTimeout = 3_000;
/** Maximum number of concurrent mails in the background; the mailer has as many connections for awaited mails. */
const maxConcurrent = 5;

/** The state of a mail that a person waits for. `under_way`: it is retried until it is sent or expires. */
export type AwaitedMail = { id: string } & (
  { progress: 'sent' | 'under_way'; failure?: undefined } | { progress: 'failed'; failure: unknown }
);

/** Sends all mails: stored in the database first, then sent by any process. */
export type Outbox = {
  /**
   * Adds a mail to the outbox within a transaction: it is sent only if the transaction commits.
   * @param until when it expires; two days by default
   */
  put: (trx: Trx, mail: Mail, until?: Date) => Promise<void>;
  /** Sends all mails that are due. Failed ones are retried later. */
  sendDue: () => Promise<void>;
  /**
   * Sends a mail that a person waits for at once. Returns after a few seconds at most; without trying if the mail
   * server is known to be slow (`under_way`) or down (`failed`). Failed mails are not stored.
   */
  sendAwaited: (mail: Mail, until: Date) => Promise<AwaitedMail>;
  /** Whether a mail has not been sent yet. */
  isWaiting: (id: string) => Promise<boolean>;
  /** Whether this process has added mails that it has not sent yet. */
  hasPending: () => boolean;
  /** Resets `hasPending`: the next poll of the outbox finds the mails anyway. */
  clearPending: () => void;
  /** Claims no more mails and waits shortly for pending ones; unfinished ones are sent by other processes later. */
  stop: () => Promise<void>;
};

/** The mail server has refused the recipient permanently. */
function isPermanent(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    'responseCode' in error &&
    Number(error.responseCode) >= 500
  );
}

/** @see Outbox */
export function createOutbox(
  {
    database: { db },
    mailer,
    clock,
    tracer,
    settings: { mailWait },
  }: Pick<Dependencies, 'database' | 'mailer' | 'clock' | 'tracer' | 'settings'>,
  log: FastifyBaseLogger,
): Outbox {
  const news = new Set<string>();
  const breaker = createCircuitBreaker(clock, mailWait);
  /** Pending awaited mails, and those that are slower than anybody waits. */
  const [awaited, late] = [new Set<Promise<unknown>>(), new Set<Promise<unknown>>()];

  /** Sends one claimed mail. Returns the failure, which is logged and stored in the outbox, or null. */
  const sendOne = async (mail: WaitingMail): Promise<{ failure: unknown } | null> => {
    const { id, recipient: to, subject, text_body: text, html_body: html, calendars, tries, until } = mail;
    news.delete(id);
    try {
      await breaker.run(() => mailer.send({ id, to, subject, text, html, calendars }));
    } catch (error) {
      const due = isPermanent(error) ? null : nextAttempt(retries, { tries, now: clock(), until });
      if (due) {
        log.warn({ err: error, mail: id, tries, due }, 'a mail was not sent and is retried later');
        const failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
        await postponeMail(db, id, { due, failure });
      } else {
        log.error({ err: error, mail: id, tries }, 'a mail was not sent and is dropped');
        await removeMail(db, id);
      }
      return { failure: error };
    }
    await removeMail(db, id);
    return null;
  };

  const sending = createWorkerPool<WaitingMail>(maxConcurrent, {
    take: (most) => claimMails(db, clock(), most),
    perform: (mail) =>
      asTask(tracer, { route: 'send mail', id: `mail-${mail.id}` }, async () => {
        await sendOne(mail);
      }),
    onError: (error, { id }) => log.warn({ err: error, mail: id }, 'the outbox cannot be written'),
  });

  const sendAwaited: Outbox['sendAwaited'] = async (mail, until) => {
    const isSlow = breaker.failure() === null && late.size > 0;
    if (!isSlow && !breaker.allows()) return { id: randomId(), progress: 'failed', failure: breaker.failure()?.cause };
    const waiting = await insertMail(db, mail, { now: clock(), tries: 1, until });
    const { id } = waiting;
    const sent = sendOne(waiting).finally(() => {
      awaited.delete(sent);
      late.delete(sent);
    });
    awaited.add(sent);
    const outcome = isSlow ? 'late' : await Promise.race([sent, sleep(mailWait, 'late' as const, { ref: false })]);
    if (outcome === null) return { id, progress: 'sent' };
    if (outcome === 'late') {
      if (awaited.has(sent)) late.add(sent);
      sent.catch((error: unknown) => log.warn({ err: error, mail: id }, 'the outbox cannot be written'));
      return { id, progress: 'under_way' };
    }
    await removeMail(db, id);
    return { id, progress: 'failed', failure: outcome.failure };
  };

  return {
    put: async (trx, mail, until) => {
      const { id } = await insertMail(trx, mail, { now: clock(), tries: 0, until });
      news.add(id);
    },
    sendDue: sending.drain,
    sendAwaited,
    isWaiting: (id) => isMailWaiting(db, id),
    hasPending: () => news.size > 0,
    clearPending: () => news.clear(),
    stop: async () => {
      const all = Promise.allSettled([sending.stop(), ...awaited]);
      await Promise.race([all, sleep(stopTimeout, undefined, { ref: false })]);
    },
  };
}

/**
 * Starts sending from the outbox: at once after a call of this process has added a mail, and every few seconds for
 * mails of others. Several processes may do so.
 * @param interval between two looks, in milliseconds
 */
export function sendFromOutbox(app: FastifyInstance, outbox: Outbox, interval: number): void {
  const send = () => {
    outbox.sendDue().catch((error: unknown) => app.log.warn({ err: error }, 'the outbox cannot be read; retrying'));
  };
  app.addHook('onResponse', async () => {
    if (outbox.hasPending()) send();
  });
  const look = () => {
    outbox.clearPending();
    send();
  };
  pollWith(app, { interval, look, stop: outbox.stop });
}
