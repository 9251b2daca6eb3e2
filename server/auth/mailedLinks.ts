import { type Selectable, sql } from 'kysely';
import type { Language } from '../../contract/languages.ts';
import type { Db, Tables } from '../db/tables.ts';
import { limits } from './limits.ts';
import { randomToken, tokenHash } from './secrets.ts';

/** National IDs, and accounts of an organisation. */
export type IdentityKind = 'national_id' | 'work_account';

/** The name of an identity: the issuer, and its subject, of a national ID as a slow hash. */
export type IdentityName = { issuer: string; subject: string };

/** What a link is about, by its purpose. */
export type LinkDetails = {
  password: Record<string, never>;
  invitation: Record<string, never>;
  registration: {
    email: string;
    first_name: string;
    last_name: string;
    phone: string | null;
    language: Language | null;
  };
  email_change: { email: string };
  email_undo: { email: string };
  national_id: IdentityName;
  work_account: IdentityName;
};
/** What a mailed link does. */
export type LinkPurpose = keyof LinkDetails;

/** The links to a new password. */
export const passwordLinks = ['password', 'invitation'] as const satisfies readonly LinkPurpose[];

/** A stored link of a purpose. */
export type MailedLink<Purpose extends LinkPurpose> = Omit<
  Selectable<Tables['mailed_links']>,
  'details' | 'user_id'
> & {
  details: LinkDetails[Purpose];
  user_id: Purpose extends 'registration' ? null : string;
};

/** The page that a link opens, and how long it is valid, in milliseconds. */
const pages: Record<LinkPurpose, { page: string; validFor: number }> = {
  password: { page: 'auth/reset-password', validFor: limits.passwordReset },
  invitation: { page: 'auth/reset-password', validFor: limits.invitation },
  registration: { page: 'auth/register', validFor: limits.registration },
  email_change: { page: 'auth/confirm-email', validFor: limits.emailChange },
  email_undo: { page: 'auth/undo-email', validFor: limits.emailUndo },
  national_id: { page: 'auth/confirm-national-id', validFor: limits.nationalIdLink },
  work_account: { page: 'auth/confirm-account', validFor: limits.workAccountLink },
};

type NewLink<Purpose extends LinkPurpose> = Pick<MailedLink<Purpose>, 'user_id' | 'details'> & {
  session_hash?: Buffer;
};

/** A link for a mail: `path` is its address within the dashboard. */
export type CreatedLink = { token: string; path: string; validFor: number; expires: Date };

function prepare<Purpose extends LinkPurpose>(
  purpose: Purpose,
  { user_id, details, session_hash }: NewLink<Purpose>,
  now: Date,
) {
  const { page, validFor } = pages[purpose];
  const token = randomToken();
  const expires = new Date(now.getTime() + validFor);
  const owner = { user_id, session_hash, details: JSON.stringify(details) };
  return {
    link: { token, path: `${page}?token=${token}`, validFor, expires },
    row: { token_hash: tokenHash(token), purpose, ...owner, created: now, expires },
  };
}

/** Stores a link by the hash of its token. */
export async function createLink<Purpose extends LinkPurpose>(
  trx: Db,
  purpose: Purpose,
  about: NewLink<Purpose>,
  now: Date,
): Promise<CreatedLink> {
  const { link, row } = prepare(purpose, about, now);
  await trx.insertInto('mailed_links').values(row).execute();
  return link;
}

/** Invites people, at least one: stores a link for each. Their former invitations work until they expire, and are forgotten then. */
export async function createInvitations(
  trx: Db,
  people: readonly string[],
  now: Date,
): Promise<(CreatedLink & { person: string })[]> {
  const invitations = people.map((person) => ({
    person,
    ...prepare('invitation', { user_id: person, details: {} }, now),
  }));
  await trx
    .deleteFrom('mailed_links')
    .where('purpose', '=', 'invitation')
    .where('user_id', 'in', [...people])
    .where('expires', '<=', now)
    .execute();
  await trx
    .insertInto('mailed_links')
    .values(invitations.map(({ row }) => row))
    .execute();
  return invitations.map(({ person, link }) => ({ person, ...link }));
}

/** A link by its token, if it is valid and for one of these purposes. */
export function findLink<Purpose extends LinkPurpose>(
  db: Db,
  purposes: readonly Purpose[],
  token: string,
  now: Date,
): Promise<MailedLink<Purpose> | undefined> {
  return db
    .selectFrom('mailed_links')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', 'in', [...purposes])
    .where('expires', '>', now)
    .$castTo<MailedLink<Purpose>>()
    .executeTakeFirst();
}

/** Consumes a link if it is valid and for one of these purposes; of concurrent calls only one gets it. */
export function takeLink<Purpose extends LinkPurpose>(
  trx: Db,
  purposes: readonly Purpose[],
  token: string,
  now: Date,
): Promise<MailedLink<Purpose> | undefined> {
  return trx
    .deleteFrom('mailed_links')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', 'in', [...purposes])
    .where('expires', '>', now)
    .returningAll()
    .$castTo<MailedLink<Purpose>>()
    .executeTakeFirst();
}

/** The valid links of a user for a purpose, the oldest first. */
export function linksOf<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  userId: string,
  now: Date,
): Promise<MailedLink<Purpose>[]> {
  return db
    .selectFrom('mailed_links')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .orderBy('number')
    .$castTo<MailedLink<Purpose>>()
    .execute();
}

/** Deletes the links of a user for a purpose: all, or one and those that came after it. */
export async function endLinks(
  trx: Db,
  purpose: LinkPurpose,
  userId: string,
  { number }: { number: number } = { number: 0 },
): Promise<void> {
  await trx
    .deleteFrom('mailed_links')
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('number', '>=', number)
    .execute();
}

/** Deletes all links with which somebody registers an address. */
export async function endRegistrations(trx: Db, email: string): Promise<void> {
  await trx
    .deleteFrom('mailed_links')
    .where('purpose', '=', 'registration')
    .where(sql<boolean>`details ->> 'email' = ${email}`)
    .execute();
}

/** Deletes expired links. Of invitations the last one stays, so that staff see that it was sent. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mailed_links').where('expires', '<=', now).where('purpose', '<>', 'invitation').execute();
}
