import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { AppParts } from '../appParts.ts';
import type { Trx } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { randomId } from '../randomId.ts';
import type { CalendarFile, Mail } from './mailer.ts';

const minute = 60_000;
/** How long a mail is news when its sender does not say. */
const newsFor = 2 * 24 * 60 * minute;
/** How long a process has a mail to itself; longer than any mail server is waited for. */
const lease = 2 * minute;
/** The pause after a first failure; it doubles with each, up to an hour. */
const firstPause = minute / 2;
const longestPause = 60 * minute;
/** How long a process that stops waits for the mail server. */
const patience = 3_000;
/** How many mails that nobody waits for are under way at once; the mailer has as many connections again for the others. */
const places = 5;
/** How long a person waits for the mail server, and how long one that has failed is not tried for somebody who waits. */
const [awaitFor, restAfterFailure] = [3_000, 5_000];
/** How often every process looks for mails that others have left. */
const lookEvery = 5_000;

type WaitingMail = { id: string; recipient: string; subject: string; text_body: string; html_body: string } & {
  calendars: CalendarFile[];
  tries: number;
  until: Date;
};

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
  /** Mails under way that nobody waits for, and those that somebody does. */
  const [underWay, awaited] = [new Set<Promise<void>>(), new Set<Promise<unknown>>()];
  let taking: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;
  /** The last failure, if the mail server took long to fail. One that fails at once is asked anew each time. */
  let trouble: { failure: unknown; triedAgain: number } | null = null;
  /** Awaited mails under way for longer than anybody waits. */
  const late = new Set<Promise<unknown>>();

  /** Takes mails for a while: whoever else looks meanwhile passes over them, and finds them again if this process dies. */
  const take = async (most: number): Promise<WaitingMail[]> => {
    if (isStopped || most <= 0) return [];
    const now = clock();
    const { rows } = await sql<WaitingMail>`
      update mail_outbox set due = ${new Date(now.getTime() + lease)}::timestamptz, tries = tries + 1
      where id in (
        select id from mail_outbox where due <= ${now}::timestamptz
        order by due, id limit ${most} for update skip locked
      )
      returning id, recipient, subject, text_body, html_body, calendars, tries, until`.execute(db);
    return rows;
  };

  const remove = async (id: string) => {
    await db.deleteFrom('mail_outbox').where('id', '=', id).execute();
  };

  /** Keeps a mail. One with `tries` is being tried by this process from the start. */
  const insert = async (
    handle: Kysely<Tables>,
    { to, subject, text, html, calendars = [] }: Mail,
    { tries = 0, until }: { tries?: number; until: Date | undefined },
  ): Promise<WaitingMail> => {
    const now = clock();
    const mail = {
      ...{ id: randomId(), recipient: to, subject, text_body: text, html_body: html, tries },
      calendars: [...calendars],
      until: until ?? new Date(now.getTime() + newsFor),
    };
    const due = tries > 0 ? new Date(now.getTime() + lease) : now;
    await handle
      .insertInto('mail_outbox')
      .values({ ...mail, calendars: JSON.stringify(calendars), created: now, due })
      .execute();
    return mail;
  };

  /** Hands a mail to the mail server, and remembers whether a failure took longer than anybody waits. */
  const handOver = async (mail: Mail & { id: string }) => {
    const begun = performance.now();
    try {
      await mailer.send(mail);
      trouble = null;
    } catch (error) {
      trouble = performance.now() - begun < awaitFor ? null : { failure: error, triedAgain: clock().getTime() };
      throw error;
    }
  };

  const sendOne = async (mail: WaitingMail): Promise<{ failure: unknown } | null> => {
    const { id, recipient: to, subject, text_body: text, html_body: html, calendars, tries, until } = mail;
    news.delete(id);
    try {
      await handOver({ id, to, subject, text, html, calendars });
    } catch (error) {
      const due = new Date(clock().getTime() + Math.min(longestPause, firstPause * 2 ** (tries - 1)));
      if (isHopeless(error) || due >= until) {
        log.error({ err: error, mail: id, tries }, 'a mail is given up');
        await remove(id);
        return { failure: error };
      }
      log.warn({ err: error, mail: id, tries, due }, 'a mail was not sent and is tried again later');
      const failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
      await db.updateTable('mail_outbox').set({ due, failure }).where('id', '=', id).execute();
      return { failure: error };
    }
    await remove(id);
    return null;
  };

  const begin = (mail: WaitingMail) => {
    const sending = sendOne(mail)
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error, mail: mail.id }, 'the outbox cannot be written'))
      .finally(() => {
        underWay.delete(sending);
        fill().catch(() => undefined);
      });
    underWay.add(sending);
  };

  /** Takes what is due into the free places. One slow mail keeps its own place and holds up no other. */
  const fill = (): Promise<void> => {
    isAskedAgain = true;
    taking ??= (async () => {
      while (isAskedAgain) {
        isAskedAgain = false;
        for (const mail of await take(places - underWay.size)) begin(mail);
      }
    })().finally(() => {
      taking = null;
    });
    return taking;
  };

  /** Whether a mail that somebody waits for may be tried: of a server that is down one is let through every few seconds. */
  const mayTry = (): boolean => {
    const now = clock().getTime();
    if (trouble && now < trouble.triedAgain + restAfterFailure) return false;
    if (trouble) trouble.triedAgain = now;
    return true;
  };

  return {
    put: async (trx, mail, until) => {
      const { id } = await insert(trx, mail, { until });
      news.add(id);
    },

    sendDue: async () => {
      await fill();
      while (underWay.size > 0) {
        await Promise.race(underWay);
        await fill();
      }
    },

    sendAwaited: async (mail, until) => {
      const isSlow = trouble === null && late.size > 0;
      if (!isSlow && !mayTry()) return { id: randomId(), progress: 'failed', failure: trouble?.failure };
      const waiting = await insert(db, mail, { tries: 1, until });
      const { id } = waiting;
      const sending = sendOne(waiting).finally(() => {
        awaited.delete(sending);
        late.delete(sending);
      });
      awaited.add(sending);
      const outcome = isSlow ? 'late' : await Promise.race([sending, sleep(awaitFor, 'late' as const, { ref: false })]);
      if (outcome === null) return { id, progress: 'sent' };
      if (outcome === 'late') {
        if (awaited.has(sending)) late.add(sending);
        sending.catch((error: unknown) => log.warn({ err: error, mail: id }, 'the outbox cannot be written'));
        return { id, progress: 'under_way' };
      }
      await remove(id);
      return { id, progress: 'failed', failure: outcome.failure };
    },

    isWaiting: async (id) => {
      const row = await db.selectFrom('mail_outbox').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    hasNews: () => news.size > 0,
    forgetNews: () => news.clear(),

    stop: async () => {
      isStopped = true;
      const all = Promise.allSettled([...underWay, ...awaited]);
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
