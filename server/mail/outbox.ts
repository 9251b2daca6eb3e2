import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppParts } from '../appParts.ts';
import type { Trx } from '../collection/write.ts';
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
/** How many mails are taken at once. */
const batch = 10;
/** How often every process looks for mails that others have left. */
const lookEvery = 5_000;

type WaitingMail = { id: string; recipient: string; subject: string; text_body: string; html_body: string } & {
  calendars: CalendarFile[];
  tries: number;
  until: Date;
};

/** The one way for mails that nobody waits for: kept in the database first, sent by whichever process comes to it. */
export type Outbox = {
  /**
   * Puts a mail into the outbox within the transaction that it tells of: it is sent once that is committed, and never
   * where it is not.
   * @param until after that it is no news any more; two days when left out
   */
  put: (trx: Trx, mail: Mail, until?: Date) => Promise<void>;
  /** Sends what is due, until nothing is. What fails stays, and comes up again later. */
  sendDue: () => Promise<void>;
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
  let underWay: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;

  /** Takes mails for a while: whoever else looks meanwhile passes over them, and finds them again if this process dies. */
  const take = async (): Promise<WaitingMail[]> => {
    if (isStopped) return [];
    const now = clock();
    const { rows } = await sql<WaitingMail>`
      update mail_outbox set due = ${new Date(now.getTime() + lease)}::timestamptz, tries = tries + 1
      where id in (
        select id from mail_outbox where due <= ${now}::timestamptz
        order by due, id limit ${batch} for update skip locked
      )
      returning id, recipient, subject, text_body, html_body, calendars, tries, until`.execute(db);
    return rows;
  };

  const remove = async (id: string) => {
    await db.deleteFrom('mail_outbox').where('id', '=', id).execute();
  };

  const sendOne = async (mail: WaitingMail) => {
    const { id, recipient: to, subject, text_body: text, html_body: html, calendars, tries, until } = mail;
    news.delete(id);
    try {
      await mailer.send({ id, to, subject, text, html, calendars });
      await remove(id);
    } catch (error) {
      const due = new Date(clock().getTime() + Math.min(longestPause, firstPause * 2 ** (tries - 1)));
      if (isHopeless(error) || due >= until) {
        log.error({ err: error, mail: id, tries }, 'a mail is given up');
        return remove(id);
      }
      log.warn({ err: error, mail: id, tries, due }, 'a mail was not sent and is tried again later');
      const failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
      await db.updateTable('mail_outbox').set({ due, failure }).where('id', '=', id).execute();
    }
  };

  const sendAll = async () => {
    do {
      isAskedAgain = false;
      for (let mails = await take(); mails.length > 0; mails = await take()) await Promise.all(mails.map(sendOne));
    } while (isAskedAgain);
  };

  return {
    put: async (trx, { to, subject, text, html, calendars = [] }, until) => {
      const now = clock();
      const id = randomId();
      await trx
        .insertInto('mail_outbox')
        .values({
          id,
          recipient: to,
          subject,
          text_body: text,
          html_body: html,
          calendars: JSON.stringify(calendars),
          created: now,
          due: now,
          until: until ?? new Date(now.getTime() + newsFor),
        })
        .execute();
      news.add(id);
    },

    sendDue: () => {
      isAskedAgain = true;
      underWay ??= sendAll().finally(() => {
        underWay = null;
      });
      return underWay;
    },

    hasNews: () => news.size > 0,
    forgetNews: () => news.clear(),

    stop: async () => {
      isStopped = true;
      await Promise.race([underWay?.catch(() => undefined), sleep(patience, undefined, { ref: false })]);
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
