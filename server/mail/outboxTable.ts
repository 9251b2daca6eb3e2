import type { Selectable } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { claimDue } from '../queue/lease.ts';
import { randomId } from '../randomId.ts';
import type { Mail } from './mailer.ts';

const minute = 60_000;
/** When a mail expires by default. */
const defaultLifetime = 2 * 24 * 60 * minute;
/** The length of the lease of a mail; longer than the timeout of any mail server. */
const lease = 2 * minute;

const columns = ['id', 'recipient', 'subject', 'text_body', 'html_body', 'calendars', 'tries', 'until'] as const;

/** A mail that has not been sent yet. */
export type WaitingMail = Pick<Selectable<Tables['mail_outbox']>, (typeof columns)[number]>;

const endOfLease = (now: Date) => new Date(now.getTime() + lease);

/** Claims mails that are due. */
export function claimMails(db: Db, now: Date, most: number): Promise<WaitingMail[]> {
  return claimDue(db, 'mail_outbox', { now, until: endOfLease(now), most, columns });
}

/**
 * Stores a mail.
 * @param options.tries 1 if this process is sending it already, 0 if any process may claim it
 * @param options.until when it expires; two days by default
 */
export async function insertMail(
  handle: Db,
  { to, subject, text, html, calendars = [] }: Mail,
  { now, tries, until }: { now: Date; tries: 0 | 1; until: Date | undefined },
): Promise<WaitingMail> {
  const mail = {
    id: randomId(),
    recipient: to,
    subject,
    text_body: text,
    html_body: html,
    tries,
    calendars: [...calendars],
    until: until ?? new Date(now.getTime() + defaultLifetime),
  };
  await handle
    .insertInto('mail_outbox')
    .values({ ...mail, calendars: JSON.stringify(calendars), created: now, due: tries > 0 ? endOfLease(now) : now })
    .execute();
  return mail;
}

/** Deletes a mail that was sent or dropped. */
export async function removeMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).execute();
}

/** Releases a mail for a later attempt. */
export async function postponeMail(
  db: Db,
  id: string,
  { due, failure }: { due: Date; failure: string },
): Promise<void> {
  await db.updateTable('mail_outbox').set({ due, failure }).where('id', '=', id).execute();
}

/** Whether a mail is neither sent nor dropped. */
export async function isMailWaiting(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('mail_outbox').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
