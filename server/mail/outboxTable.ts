import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { claimDue } from '../queue/lease.ts';
import { randomId } from '../randomId.ts';
import type { Mail } from './mailer.ts';

const minute = 60_000;
/** How long a mail is news when its sender does not say. */
const newsFor = 2 * 24 * 60 * minute;
/** How long a process has a mail to itself; longer than any mail server is waited for. */
const lease = 2 * minute;

const columns = ['id', 'recipient', 'subject', 'text_body', 'html_body', 'calendars', 'tries', 'until'] as const;

/** A mail that is not sent yet. */
export type WaitingMail = Pick<Selectable<Tables['mail_outbox']>, (typeof columns)[number]>;

const endOfLease = (now: Date) => new Date(now.getTime() + lease);

/** Claims mails that are due. */
export function claimMails(db: Kysely<Tables>, now: Date, most: number): Promise<WaitingMail[]> {
  return claimDue(db, 'mail_outbox', { now, until: endOfLease(now), most, columns });
}

/**
 * Keeps a mail.
 * @param options.tries 1 where this process is sending it already, 0 where anybody may claim it
 * @param options.until after that it is no news any more; two days when undefined
 */
export async function insertMail(
  handle: Kysely<Tables>,
  { to, subject, text, html, calendars = [] }: Mail,
  { now, tries, until }: { now: Date; tries: 0 | 1; until: Date | undefined },
): Promise<WaitingMail> {
  const mail = {
    ...{ id: randomId(), recipient: to, subject, text_body: text, html_body: html, tries },
    calendars: [...calendars],
    until: until ?? new Date(now.getTime() + newsFor),
  };
  await handle
    .insertInto('mail_outbox')
    .values({ ...mail, calendars: JSON.stringify(calendars), created: now, due: tries > 0 ? endOfLease(now) : now })
    .execute();
  return mail;
}

/** Removes a mail that is sent or given up. */
export async function removeMail(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).execute();
}

/** Gives a mail back, to be claimed again later. */
export async function postponeMail(
  db: Kysely<Tables>,
  id: string,
  { due, failure }: { due: Date; failure: string },
): Promise<void> {
  await db.updateTable('mail_outbox').set({ due, failure }).where('id', '=', id).execute();
}

/** Whether a mail is neither sent nor given up yet. */
export async function isMailWaiting(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('mail_outbox').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
