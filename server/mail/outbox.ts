import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { AppParts } from '../appParts.ts';
import type { Trx } from '../collection/write.ts';
import { nextTry } from '../queue/lease.ts';
import { createPlaces } from '../queue/places.ts';
import { randomId } from '../randomId.ts';
import { awaitFor, createCircuitBreaker } from './circuitBreaker.ts';
import type { Mail } from './mailer.ts';
import { claimMails, insertMail, isMailWaiting, postponeMail, removeMail, type WaitingMail } from './outboxTable.ts';

/** The pause after a first failure, in milliseconds; it doubles with each, up to an hour. */
const retries = { first: 30_000, longest: 60 * 60_000 } as const;
/** How long a process that stops waits for the mail server. */
const patience = 3_000;
/** How many mails that nobody waits for are under way at once; the mailer has as many connections again for the others. */
const places = 5;
/** How often every process looks for mails that others have left. */
const lookEvery = 5_000;

/** How far a mail has come that somebody waits for. `under_way`: it is tried again until it is sent or no news any more. */
export type AwaitedMail = { id: string } & (
  { progress: 'sent' | 'under_way'; failure?: undefined } | { progress: 'failed'; failure: unknown }
);

/** The one way for mails: kept in the database first, sent by whichever process comes to it. */
export type Outbox = {
  /**
   * Puts a mail into the outbox within the transaction that it tells of: it is sent once that is committed, and never
   * where it is not.
   * @param until after that it is no news any more; two days when left out
   */
  put: (trx: Trx, mail: Mail, until?: Date) => Promise<void>;
  /** Sends what is due, until nothing is. What fails stays, and comes up again later. */
  sendDue: () => Promise<void>;
  /**
   * Sends a mail that somebody waits for, at once. Answers after a moment at the latest, and without one where the mail
   * server is known to be slow (`under_way`) or down (`failed`). One that has failed is not kept.
   */
  sendAwaited: (mail: Mail, until: Date) => Promise<AwaitedMail>;
  /** Whether a mail has not been sent yet. */
  isWaiting: (id: string) => Promise<boolean>;
  /** Whether this process has put something in that it has not yet sent. */
  hasNews: () => boolean;
  /** Forgets what it has put in: the next look at the outbox finds it anyway. */
  forgetNews: () => void;
  /** Takes no more mails, and waits a moment for those under way; what is not done by then comes up again elsewhere. */
  stop: () => Promise<void>;
};

/** The mail server knows the recipient, and will not have them. */
function isHopeless(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    'responseCode' in error &&
    Number(error.responseCode) >= 500
  );
}

/** @see Outbox */
export function createOutbox({ database: { db }, mailer, clock }: AppParts, log: FastifyBaseLogger): Outbox {
  const news = new Set<string>();
  const breaker = createCircuitBreaker(clock);
  /** Mails under way that somebody waits for, and those of them that take longer than anybody waits. */
  const [awaited, late] = [new Set<Promise<unknown>>(), new Set<Promise<unknown>>()];

  /** Sends one claimed mail. Answers the failure, which is logged and noted in the outbox, or null. */
  const sendOne = async (mail: WaitingMail): Promise<{ failure: unknown } | null> => {
    const { id, recipient: to, subject, text_body: text, html_body: html, calendars, tries, until } = mail;
    news.delete(id);
    try {
      await breaker.run(() => mailer.send({ id, to, subject, text, html, calendars }));
    } catch (error) {
      const due = isHopeless(error) ? null : nextTry(retries, { tries, now: clock(), until });
      if (due) {
        log.warn({ err: error, mail: id, tries, due }, 'a mail was not sent and is tried again later');
        const failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
        await postponeMail(db, id, { due, failure });
      } else {
        log.error({ err: error, mail: id, tries }, 'a mail is given up');
        await removeMail(db, id);
      }
      return { failure: error };
    }
    await removeMail(db, id);
    return null;
  };

  const sending = createPlaces<WaitingMail>(places, {
    take: (most) => claimMails(db, clock(), most),
    perform: async (mail) => {
      await sendOne(mail);
    },
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
    const outcome = isSlow ? 'late' : await Promise.race([sent, sleep(awaitFor, 'late' as const, { ref: false })]);
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
    hasNews: () => news.size > 0,
    forgetNews: () => news.clear(),
    stop: async () => {
      const all = Promise.allSettled([sending.stop(), ...awaited]);
      await Promise.race([all, sleep(patience, undefined, { ref: false })]);
    },
  };
}

/**
 * Lets a process send from the outbox: at once after a call of its own that has put something in, and every few seconds
 * what others have left. Any number of processes may.
 */
export function sendFromOutbox(app: FastifyInstance, outbox: Outbox): void {
  const send = () => {
    outbox.sendDue().catch((error: unknown) => app.log.warn({ err: error }, 'the outbox cannot be read and waits'));
  };
  const timer = setInterval(() => {
    outbox.forgetNews();
    send();
  }, lookEvery).unref();
  app.addHook('onReady', async () => send());
  app.addHook('onResponse', async () => {
    if (outbox.hasNews()) send();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await outbox.stop();
  });
}
