import { type RawBuilder, sql } from 'kysely';
import type { DataKind, Handling } from '../../../contract/privacyNames.ts';
import type { Schema } from '../../db/schema.ts';
import { escapeHtml } from '../../html.ts';

/** What is known of a person to find their rows. */
export type Subject = {
  id: string;
  /** The present and former addresses, in lower case. */
  emails: readonly string[];
  /** The name, the addresses and the phone number: what texts of others may contain. */
  mentions: readonly string[];
  /** Saved views of others, and imports, whose address, name or file name mentions the person. */
  mentioning: { saved_views: readonly string[]; imports: readonly string[] };
  /** Records whose link to the person was removed with the account, from the audit log. */
  former: { requests: readonly string[]; served: readonly string[]; reservations: readonly string[] };
  now: Date;
};

/** Rows about a person in one table, and what an erasure does to them. */
export type Source = {
  kind: DataKind;
  table: keyof Schema;
  handling: Handling;
  /** The condition of the person's rows. */
  rows: (subject: Subject) => RawBuilder<boolean>;
  /** The column with the time since which a row exists. */
  since: string;
  /** The condition of rows that also concern a person under a legal hold. */
  held?: (subject: Subject) => RawBuilder<boolean>;
  /** The new values of blanked and unlinked rows. */
  changes?: (subject: Subject) => Record<string, RawBuilder<unknown>>;
  /** The rows are somebody else's and only mention the person: an export leaves them out. */
  isOfOthers?: true;
  /** Columns that are proofs in these rows: an export leaves them out. */
  omits?: readonly string[];
  /** The rows are deleted with the account, by a foreign key. */
  isCascade?: true;
};

/** Instead of a text that must not be empty. */
const blank = sql`'———'`;
const nothing = sql`null`;

const of = (column: string) => (subject: Subject) => sql<boolean>`${sql.ref(column)} = ${subject.id}`;
const orFormer = (column: string, ids: keyof Subject['former']) => (subject: Subject) =>
  sql<boolean>`(${sql.ref(column)} = ${subject.id} or id = any(${[...subject.former[ids]]}::text[]))`;

const requested = orFormer('customer_id', 'requests');
const served = orFormer('interpreter_id', 'served');
const reserved = orFormer('customer_id', 'reservations');
const requestsOf = (subject: Subject) =>
  sql`select id from interpretations where ${requested(subject)} or ${served(subject)}`;
const recordingsOf = (subject: Subject) => sql<boolean>`interpretation_id in (${requestsOf(subject)})`;

/** What a video platform knows of a person, as a customer or an interpreter. */
export const ofPlatform = ({
  id,
  emails,
}: Subject) => sql<boolean>`((kind in ('customer', 'interpreter') and record_id = ${id})
  or facts #>> '{customer.changed,data,email}' = any(${[...emails]}::text[]))`;

/** The ids at a platform that stand for the person in the facts about a request. */
const ofPlatformIn = (subject: Subject) => sql`(
  select known.external_id from platform_subjects known where known.source = platform_subjects.source and ${ofPlatform(subject)})`;

const isMentioning =
  (table: keyof Subject['mentioning']) =>
  ({ mentioning }: Subject) =>
    sql<boolean>`id = any(${[...mentioning[table]]}::text[])`;

const heldRequest = (request: string) => (subject: Subject) => sql<boolean>`exists (
  select from interpretations request where request.id = ${sql.ref(request)}
    and (is_held(request.customer_id, ${subject.now}) or is_held(request.interpreter_id, ${subject.now})))`;

const cascade = (kind: DataKind, table: keyof Schema, column: string, since: string): Source => ({
  kind,
  table,
  handling: 'delete',
  since,
  isCascade: true,
  rows: of(column),
});

/** Rows of one kind in a table that has several. */
const among = (source: Source, column: string, values: readonly string[], omits: readonly string[] = []): Source => ({
  ...source,
  rows: (subject) => sql<boolean>`(${source.rows(subject)} and ${sql.ref(column)} = any(${[...values]}::text[]))`,
  omits,
});
const identities = cascade('sign_in', 'identities', 'user_id', 'linked');
const linksOf = (kind: DataKind) => cascade(kind, 'mailed_links', 'user_id', 'created');

/** A regular expression of PostgreSQL that finds the mentions as whole words, in text and in HTML. */
function mentionsIn({ mentions }: Subject): string {
  const texts = [...new Set([...mentions, ...mentions.map(escapeHtml)])];
  const literal = texts.map((text) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return `(?<![\\w.+-])(${literal.join('|')})(?![\\w-])`;
}

/** A mail of somebody else that mentions the person. */
const mentioning = (subject: Subject) =>
  subject.mentions.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(recipient <> all(${[...subject.emails]}::text[])
        and concat_ws(' ', subject, text_body, html_body, calendars::text) ~ ${mentionsIn(subject)})`;

const withoutMentions = (column: string, subject: Subject) =>
  sql`regexp_replace(${sql.ref(column)}, ${mentionsIn(subject)}, ${blank}, 'g')`;

/**
 * All rows about a person, in the order of an erasure: recordings and files are found by links that later steps remove. The
 * account comes last and takes the rows of `isCascade` with it. The two logs are erased apart (`erase_logged_person`).
 */
export const sources: readonly Source[] = [
  {
    kind: 'recordings',
    table: 'recordings',
    handling: 'delete',
    since: 'created',
    rows: recordingsOf,
    held: heldRequest('recordings.interpretation_id'),
  },
  {
    kind: 'files',
    table: 'files',
    handling: 'delete',
    since: 'created',
    rows: (subject) => sql<boolean>`(
      (collection = 'reservations' and record_id in (select id from reservations where ${reserved(subject)}))
      or (record_id is null and uploaded_by = ${subject.id}))`,
  },
  {
    kind: 'files',
    table: 'files',
    handling: 'unlink',
    since: 'created',
    rows: (subject) => sql<boolean>`uploaded_by = ${subject.id} and record_id is not null`,
    changes: () => ({ uploaded_by: nothing }),
  },
  {
    kind: 'feedback',
    table: 'feedback',
    handling: 'blank',
    since: 'created',
    rows: (subject) => sql<boolean>`(interpreter_id = ${subject.id} or interpretation_id in (${requestsOf(subject)}))`,
    held: heldRequest('feedback.interpretation_id'),
    changes: ({ id }) => ({ notes: nothing, interpreter_id: sql`nullif(interpreter_id, ${id})` }),
  },
  {
    kind: 'requests',
    table: 'interpretations',
    handling: 'blank',
    since: 'created',
    rows: requested,
    held: heldRequest('interpretations.id'),
    changes: () => ({
      customer_id: nothing,
      address: nothing,
      phone: nothing,
      note: nothing,
      closure_note: nothing,
    }),
  },
  {
    kind: 'requests',
    table: 'interpretations',
    handling: 'unlink',
    since: 'created',
    rows: served,
    changes: () => ({ interpreter_id: nothing }),
  },
  {
    kind: 'reservations',
    table: 'reservations',
    handling: 'blank',
    since: 'created',
    rows: reserved,
    changes: () => ({
      customer_id: nothing,
      name: blank,
      link: nothing,
      note: nothing,
      answer: nothing,
      // A reservation on site has an address.
      address: sql`case when address is not null then ${blank} end`,
    }),
  },
  {
    kind: 'reservations',
    table: 'reservations',
    handling: 'unlink',
    since: 'created',
    rows: of('answered_by'),
    changes: () => ({ answered_by: nothing }),
  },
  {
    kind: 'mails',
    table: 'mail_outbox',
    handling: 'delete',
    since: 'created',
    rows: ({ emails }) => sql<boolean>`recipient = any(${[...emails]}::text[])`,
  },
  {
    kind: 'mails',
    table: 'mail_outbox',
    handling: 'blank',
    since: 'created',
    rows: mentioning,
    isOfOthers: true,
    changes: (subject) => ({
      subject: withoutMentions('subject', subject),
      text_body: withoutMentions('text_body', subject),
      html_body: withoutMentions('html_body', subject),
      // Their lines are folded, so that a mention may be in two parts.
      calendars: sql`'[]'::jsonb`,
      failure: nothing,
    }),
  },
  {
    kind: 'account',
    table: 'mailed_links',
    handling: 'delete',
    since: 'created',
    rows: ({ emails }) =>
      sql<boolean>`(purpose = 'registration' and details ->> 'email' = any(${[...emails]}::text[]))`,
  },
  {
    kind: 'requests',
    table: 'platform_subjects',
    handling: 'unlink',
    since: 'changed',
    isOfOthers: true,
    rows: (subject) => sql<boolean>`(kind = 'request' and (
      customer in ${ofPlatformIn(subject)}
      or exists (select from jsonb_each(facts) each (name, fact)
        where fact ->> 'interpreter' = ${subject.id} or fact #>> '{data,customer}' in ${ofPlatformIn(subject)})))`,
    changes: (subject) => ({
      customer: sql`case when customer not in ${ofPlatformIn(subject)} then customer end`,
      facts: sql`(select coalesce(jsonb_object_agg(name,
          case when fact ->> 'interpreter' = ${subject.id} then fact - 'interpreter'
            when fact #>> '{data,customer}' in ${ofPlatformIn(subject)} then fact #- '{data,customer}'
            else fact end), '{}') from jsonb_each(facts) each (name, fact))`,
    }),
  },
  {
    // What a video platform knows of a customer or an interpreter.
    kind: 'account',
    table: 'platform_subjects',
    handling: 'delete',
    since: 'changed',
    rows: ofPlatform,
  },
  {
    // Answers to people who added or changed the account.
    kind: 'account',
    table: 'idempotency_keys',
    handling: 'delete',
    since: 'created',
    isOfOthers: true,
    rows: ({ id, emails }) => sql<boolean>`(person_id = ${id} or exists (
      select from unnest(${[id, ...emails]}::text[]) mention where strpos(answer::text, '"' || mention || '"') > 0))`,
  },
  cascade('sign_in', 'sessions', 'user_id', 'created'),
  cascade('sign_in', 'known_devices', 'user_id', 'created'),
  cascade('sign_in', 'passkeys', 'user_id', 'created'),
  cascade('sign_in', 'totp_secrets', 'user_id', 'created'),
  cascade('sign_in', 'otp_challenges', 'user_id', 'created'),
  among(linksOf('sign_in'), 'purpose', ['password', 'invitation', 'work_account']),
  among(linksOf('sign_in'), 'purpose', ['national_id'], ['details']),
  among(linksOf('account'), 'purpose', ['email_change', 'email_undo']),
  among(identities, 'kind', ['national_id'], ['subject']),
  among(identities, 'kind', ['work_account']),
  {
    kind: 'account',
    table: 'import_rows',
    handling: 'delete',
    since: 'created',
    rows: (subject) =>
      subject.mentions.length === 0
        ? sql<boolean>`record_id = ${subject.id}`
        : sql<boolean>`(record_id = ${subject.id}
            or lower(array_to_string(cells, ' ')) ~ lower(${mentionsIn(subject)}))`,
  },
  {
    kind: 'account',
    table: 'imports',
    handling: 'blank',
    since: 'created',
    rows: isMentioning('imports'),
    isOfOthers: true,
    changes: () => ({ file_name: blank }),
  },
  { kind: 'account', table: 'external_ids', handling: 'delete', since: 'created', rows: of('record_id') },
  cascade('schedule', 'schedules', 'interpreter_id', 'created'),
  cascade('schedule', 'shifts', 'interpreter_id', 'starts'),
  cascade('absences', 'absences', 'interpreter_id', 'created'),
  cascade('schedule', 'interpreter_preferences', 'customer_id', 'created'),
  {
    ...cascade('schedule', 'interpreter_preferences', 'interpreter_id', 'created'),
    omits: ['customer_id', 'partner_id', 'preference_reason'],
  },
  cascade('schedule', 'presence', 'user_id', 'online_since'),
  cascade('schedule', 'reservation_interpreters', 'interpreter_id', 'responded'),
  cascade('schedule', 'calendar_feeds', 'user_id', 'created'),
  cascade('account', 'notifications', 'user_id', 'created'),
  cascade('account', 'notification_settings', 'user_id', 'changed'),
  cascade('sign_in', 'push_subscriptions', 'user_id', 'created'),
  cascade('views', 'saved_views', 'person_id', 'created'),
  {
    kind: 'views',
    table: 'saved_views',
    handling: 'delete',
    since: 'created',
    rows: isMentioning('saved_views'),
    isOfOthers: true,
  },
  cascade('legal_holds', 'legal_holds', 'person_id', 'created'),
  { kind: 'account', table: 'users', handling: 'delete', since: 'created', rows: of('id') },
];
