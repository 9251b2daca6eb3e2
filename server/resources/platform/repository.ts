import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { CheckedEvent, Facts } from './facts.ts';

/** The kinds of subjects that events are about. */
export type SubjectKind = 'request' | 'customer' | 'partner' | 'interpreter';

/** What names a subject: its kind, and its id at the source. */
export type SubjectKey = { source: string; kind: SubjectKind; external_id: string };

/** A subject with its facts. */
export type Subject = SubjectKey & {
  record_id: string | null;
  customer: string | null;
  partner: string | null;
  facts: Facts;
  waiting: boolean;
};

const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/** One batch at a time: two batches about the same subject would overwrite each other's facts. */
export async function lockPlatform(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('signboard.platform'))`.execute(trx);
}

/** Records which events have arrived; returns the names (`source`, `event_id`) of those that had not before. */
export async function insertEvents(
  trx: Db,
  events: readonly CheckedEvent[],
  { received, account }: { received: Date; account: string },
): Promise<{ source: string; event_id: string }[]> {
  const rows = events.map(({ source, id, type, subject, at }) => ({ source, event_id: id, type, subject, at }));
  const result = await sql<{ source: string; event_id: string }>`
    insert into platform_events (source, event_id, type, subject, at, received, account_id)
    select given.source, given.event_id, given.type, given.subject, given.at, ${received}::timestamptz, ${account}::text
    from jsonb_to_recordset(${rowsOf(rows)}) as given (source text, event_id text, type text, subject text, at timestamptz)
    on conflict do nothing
    returning source, event_id`.execute(trx);
  return result.rows;
}

/** The interpreters by their e-mail addresses in lower case. */
export async function findInterpreters(trx: Db, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const { rows } = await sql<{ email: string; id: string }>`
    select email, id from users where role = 'interpreter' and email = any(${[...emails]}::text[])`.execute(trx);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Who has some e-mail addresses, and whether they are customers. */
export async function findByEmail(
  trx: Db,
  emails: readonly string[],
): Promise<Map<string, { id: string; isCustomer: boolean }>> {
  if (emails.length === 0) return new Map();
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('email', 'in', [...emails])
    .execute();
  return new Map(rows.map(({ id, email, role }) => [email, { id, isCustomer: role === 'deaf' }]));
}

/** The known subjects among some. */
export async function findSubjects(trx: Db, keys: readonly SubjectKey[]): Promise<Subject[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Subject>`
    select known.source, known.kind, known.external_id, known.record_id, known.customer, known.partner, known.facts, known.waiting
    from jsonb_to_recordset(${rowsOf(keys)}) as given (source text, kind text, external_id text)
    join platform_subjects known using (source, kind, external_id)`.execute(trx);
  return rows;
}

/** When the people behind some subjects were erased, by the subject. */
export async function erasures(trx: Db, keys: readonly SubjectKey[]): Promise<(SubjectKey & { erased: Date })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<SubjectKey & { erased: Date }>`
    select given.*, max(erased_people.at) as erased
    from jsonb_to_recordset(${rowsOf(keys)}) as given (source text, kind text, external_id text)
    join erased_people
      on platform_subjects @> array[platform_subject_key(given.source, given.kind, given.external_id)]
    group by given.source, given.kind, given.external_id`.execute(trx);
  return rows;
}

/** The customers of some sources who wait for an e-mail address that another customer has. */
export async function waitingCustomers(trx: Db, sources: readonly string[]): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select source, kind, external_id, record_id, customer, partner, facts, waiting from platform_subjects
    where kind = 'customer' and (waiting or record_id is null) and source = any(${[...sources]}::text[])`.execute(trx);
  return rows;
}

/** Which of some users belong to a customer of a platform already. */
export async function linkedRecords(trx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('platform_subjects')
    .select('record_id')
    .where('kind', '=', 'customer')
    .where('record_id', 'in', [...ids])
    .execute();
  return new Set(rows.flatMap(({ record_id }) => record_id ?? []));
}

/** Stores subjects with their facts. */
export async function saveSubjects(trx: Db, subjects: readonly Subject[], now: Date): Promise<void> {
  if (subjects.length === 0) return;
  await sql`
    insert into platform_subjects (source, kind, external_id, record_id, customer, partner, facts, waiting, changed)
    select source, kind, external_id, record_id, customer, partner, facts, waiting, ${now}::timestamptz
    from jsonb_to_recordset(${rowsOf(subjects)}) as given (
      source text, kind text, external_id text, record_id text, customer text, partner text, facts jsonb, waiting boolean
    )
    on conflict (source, kind, external_id) do update set
      record_id = excluded.record_id, customer = excluded.customer, partner = excluded.partner, facts = excluded.facts,
      waiting = excluded.waiting, changed = excluded.changed`.execute(trx);
}

/** A customer as the platform knows them. `id` is that of the record, `since` when they were first heard of (ISO 8601). */
export type CustomerRow = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  language: string | null;
  since: string;
};
/** A partner as the platform knows it; as `CustomerRow`. */
export type PartnerRow = {
  id: string;
  name: string;
  slug: string | null;
  contact_email: string | null;
  phone: string | null;
  website: string | null;
  address: string | null;
  since: string;
};

const customerColumns = sql`as given (
  id text, email text, first_name text, last_name text, phone text, language text, since timestamptz)`;
const partnerColumns = sql`as given (
  id text, name text, slug text, contact_email text, phone text, website text, address text, since timestamptz)`;

/** Adds customers. */
export async function insertCustomers(trx: Db, rows: readonly CustomerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into users (id, email, first_name, last_name, phone, language, role, approval_status, created)
    select id, email, first_name, last_name, phone, language, 'deaf', 'approved', since
    from jsonb_to_recordset(${rowsOf(rows)}) ${customerColumns}`.execute(trx);
}

/** Changes customers. */
export async function updateCustomers(trx: Db, rows: readonly CustomerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update users set email = given.email, first_name = given.first_name, last_name = given.last_name,
      phone = given.phone, language = given.language
    from jsonb_to_recordset(${rowsOf(rows)}) ${customerColumns} where users.id = given.id`.execute(trx);
}

/** Writes when customers and partners were first heard of. */
export async function writeFirstTimes(
  trx: Db,
  table: 'users' | 'partners',
  rows: readonly { id: string; since: string }[],
) {
  if (rows.length === 0) return;
  await sql`
    update ${sql.table(table)} as known set created = given.since
    from jsonb_to_recordset(${rowsOf(rows)}) as given (id text, since timestamptz)
    where known.id = given.id and known.created > given.since`.execute(trx);
}

/** The slugs that partners have among some. */
export async function takenSlugs(trx: Db, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await trx
    .selectFrom('partners')
    .select('slug')
    .where('slug', 'in', [...slugs])
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** Adds partners. */
export async function insertPartners(trx: Db, rows: readonly (PartnerRow & { slug: string })[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into partners (id, name, slug, contact_email, phone, website, address, created)
    select id, name, slug, contact_email, phone, website, address, since
    from jsonb_to_recordset(${rowsOf(rows)}) ${partnerColumns}`.execute(trx);
}

/** Changes partners; their slugs are changed in the dashboard only, because QR codes contain them. */
export async function updatePartners(trx: Db, rows: readonly PartnerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update partners set name = given.name, contact_email = given.contact_email, phone = given.phone,
      website = given.website, address = given.address
    from jsonb_to_recordset(${rowsOf(rows)}) ${partnerColumns} where partners.id = given.id`.execute(trx);
}

/** The columns of a request. `sets_asked` and `sets_closure`: whether an event about them has come. */
export type RequestRow = {
  id: string;
  created: string;
  started: string | null;
  ended: string | null;
  interpreter_id: string | null;
  sets_asked: boolean;
  sets_closure: boolean;
  channel?: string;
  session_mode?: string;
  location_type?: string;
  service_kind?: string;
  queue_type?: string;
  category?: string;
  kind?: string;
  caption_type?: string | null;
  customer_id?: string | null;
  partner_id?: string | null;
  address?: string | null;
  phone?: string | null;
  note?: string | null;
  closure_note?: string | null;
};

const requestColumns = sql`as given (
  id text, created timestamptz, started timestamptz, ended timestamptz, interpreter_id text, sets_asked boolean,
  sets_closure boolean, channel text, session_mode text, location_type text, service_kind text, queue_type text,
  category text, kind text, caption_type text, customer_id text, partner_id text, address text, phone text, note text,
  closure_note text)`;

/** The columns that the event about a new request sets. */
const asked = [
  'channel',
  'session_mode',
  'location_type',
  'service_kind',
  'queue_type',
  'category',
  'kind',
  'caption_type',
  'address',
  'phone',
  'note',
];

// People may have been deleted since.
const person = (id: ReturnType<typeof sql.ref>) => sql`(select users.id from users where users.id = ${id})`;
const partner = sql`(select partner_ids.id from partner_ids where partner_ids.id = given.partner_id)`;

/** Adds requests. */
export async function insertRequests(trx: Db, rows: readonly RequestRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(asked.map((name) => sql.ref(name)));
  await sql`
    insert into interpretations (
      id, created, started, ended, interpreter_id, customer_id, partner_id, closure_note, ${columns})
    select id, created, started, ended, ${person(sql.ref('given.interpreter_id'))},
      ${person(sql.ref('given.customer_id'))}, ${partner}, closure_note, ${columns}
    from jsonb_to_recordset(${rowsOf(rows)}) ${requestColumns}
    on conflict do nothing`.execute(trx);
}

/** Changes requests, and what ratings repeat of them. */
export async function updateRequests(trx: Db, rows: readonly RequestRow[]): Promise<void> {
  if (rows.length === 0) return;
  const set = (name: string, when: string, value = sql.ref(`given.${name}`)) =>
    sql`${sql.ref(name)} = case when ${sql.ref(`given.${when}`)} then ${value} else ${sql.ref(`request.${name}`)} end`;
  await sql`
    update interpretations request set created = given.created, started = given.started, ended = given.ended,
      interpreter_id = ${person(sql.ref('given.interpreter_id'))},
      customer_id = case when given.sets_asked then ${person(sql.ref('given.customer_id'))} else request.customer_id end,
      partner_id = case when given.sets_asked then ${partner} else request.partner_id end,
      ${sql.join([...asked.map((name) => set(name, 'sets_asked')), set('closure_note', 'sets_closure')])}
    from jsonb_to_recordset(${rowsOf(rows)}) ${requestColumns} where request.id = given.id`.execute(trx);
  await copyToRatings(
    trx,
    rows.map(({ id }) => id),
  );
}

/** Updates the columns that feedback copies from its request. */
async function copyToRatings(trx: Db, requests: readonly string[]): Promise<void> {
  await sql`
    update feedback set interpretation_id = request.id, interpreter_id = request.interpreter_id,
      waiting_seconds = coalesce(request.waiting_seconds, 0)
    from interpretations request
    where request.id = any(${[...requests]}::text[]) and feedback.interpretation_id = request.id`.execute(trx);
}

/** Links requests to customers and partners that have arrived after them. */
export async function linkRequests(trx: Db, arrived: readonly SubjectKey[]): Promise<void> {
  if (arrived.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with linked as (
      select request.record_id as id,
        max(known.record_id) filter (where known.kind = 'customer') as customer_id,
        max(known.record_id) filter (where known.kind = 'partner') as partner_id
      from jsonb_to_recordset(${rowsOf(arrived)}) as given (source text, kind text, external_id text)
      join platform_subjects known using (source, kind, external_id)
      join platform_subjects request on request.kind = 'request' and request.source = known.source
        and request.record_id is not null
        and ((known.kind = 'customer' and request.customer = known.external_id)
          or (known.kind = 'partner' and request.partner = known.external_id))
      group by request.record_id
    )
    update interpretations request set customer_id = coalesce(request.customer_id, linked.customer_id),
      partner_id = coalesce(request.partner_id, linked.partner_id)
    from linked where request.id = linked.id
    returning request.id`.execute(trx);
  if (rows.length > 0)
    await copyToRatings(
      trx,
      rows.map(({ id }) => id),
    );
}

/** A rating of a request. */
export type RatingRow = {
  id: string;
  request: string;
  rating: number;
  video_quality: number | null;
  interpreter_quality: number | null;
  notes: string | null;
  created: string;
};

/** Adds or changes ratings. */
export async function saveRatings(trx: Db, rows: readonly RatingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into feedback (
      id, interpretation_id, interpreter_id, rating, video_quality, interpreter_quality, notes, waiting_seconds, created)
    select given.id, request.id, request.interpreter_id, given.rating, given.video_quality, given.interpreter_quality,
      given.notes, coalesce(request.waiting_seconds, 0), given.created
    from jsonb_to_recordset(${rowsOf(rows)}) as given (
      id text, request text, rating integer, video_quality integer, interpreter_quality integer, notes text,
      created timestamptz)
    join interpretations request on request.id = given.request
    on conflict (id) do update set rating = excluded.rating, video_quality = excluded.video_quality,
      interpreter_quality = excluded.interpreter_quality, notes = excluded.notes, created = excluded.created`.execute(
    trx,
  );
}

/** A recording of a request; `object` names its bytes. */
export type RecordingRow = {
  id: string;
  request: string;
  source: string;
  media_kind: string;
  created: string;
  isOver: boolean;
  object: string | null;
};

/** Adds or changes recordings, and keeps the names of their bytes. `days`: how long a recording is kept. */
export async function saveRecordings(trx: Db, rows: readonly RecordingRow[], days: number, now: Date): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.map(({ isOver, ...row }) => ({ ...row, state: isOver ? 'pending' : 'in_progress' }));
  await sql`
    insert into recordings (id, interpretation_id, media_kind, state, created, expires)
    select given.id, request.id, given.media_kind, given.state, given.created,
      given.created + make_interval(days => ${days}::integer)
    from jsonb_to_recordset(${rowsOf(written)}) as given (
      id text, request text, media_kind text, state text, created timestamptz)
    join interpretations request on request.id = given.request
    on conflict (id) do update set created = excluded.created, expires = excluded.expires,
      media_kind = case when recordings.state = 'ready' then recordings.media_kind else excluded.media_kind end,
      state = case when recordings.state = 'in_progress' then excluded.state else recordings.state end
    where (recordings.created, recordings.state = 'in_progress') is distinct from
      (excluded.created, excluded.state = 'in_progress')`.execute(trx);
  await sql`
    insert into platform_objects (source, name, recording_id, created)
    select source, object, id, ${now}::timestamptz
    from jsonb_to_recordset(${rowsOf(written)}) as given (id text, source text, object text)
    where object is not null
      and not exists (select from files where files.collection = 'recordings' and files.record_id = given.id)
    on conflict (source, name) do update set recording_id = excluded.recording_id`.execute(trx);
}

/** Keeps the bytes of an object. */
export async function saveObject(trx: Db, object: { source: string; name: string; file_id: string; created: Date }) {
  await trx
    .insertInto('platform_objects')
    .values(object)
    .onConflict((conflict) => conflict.columns(['source', 'name']).doUpdateSet({ file_id: object.file_id }))
    .execute();
}

/** Whether a recording has its bytes. */
const hasBytes = (recording: string) => sql<boolean>`exists (
  select from files kept where kept.collection = 'recordings' and kept.record_id = ${sql.ref(recording)})`;

/**
 * Gives recordings their bytes where both have arrived; returns the ids of these recordings. If a recording was named twice, the bytes that
 * arrived first count, and others are deleted.
 */
export async function claimObjects(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with arrived as (
      delete from platform_objects object using recordings
      where recordings.id = object.recording_id and object.file_id is not null
        and (recordings.state = 'pending' or ${hasBytes('recordings.id')})
      returning object.recording_id as id, object.file_id, object.created, ${hasBytes('recordings.id')} as is_late
    ), claimed as (
      select distinct on (id) id, file_id from arrived where not is_late order by id, created, file_id
    ), dropped as (
      delete from files where id in (select file_id from arrived except select file_id from claimed)
    )
    update files set collection = 'recordings', record_id = claimed.id from claimed where files.id = claimed.file_id
    returning claimed.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Which of some recordings wait for an object of the bucket for recordings. */
export async function waitingForBucket(trx: Db, recordings: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('platform_objects')
    .innerJoin('recordings', 'recordings.id', 'platform_objects.recording_id')
    .select('recordings.id')
    .where('recordings.id', 'in', [...recordings])
    .where('recordings.state', '=', 'pending')
    .where('file_id', 'is', null)
    .where('name', 'like', 's3://%')
    .execute();
  return rows.map(({ id }) => id);
}

/** The object whose bytes a recording waits for. */
export function waitingObject(db: Db, recording: string) {
  return db
    .selectFrom('platform_objects')
    .select('name')
    .where('recording_id', '=', recording)
    .where('file_id', 'is', null)
    .executeTakeFirst();
}

/** Gives a recording the bytes that were fetched for it. */
export async function claimFetched(trx: Db, recording: string, file: string): Promise<void> {
  await trx.deleteFrom('platform_objects').where('recording_id', '=', recording).execute();
  await trx
    .updateTable('files')
    .set({ collection: 'recordings', record_id: recording })
    .where('id', '=', file)
    .where((eb) => eb.exists(eb.selectFrom('recordings').select('id').where('id', '=', recording)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('files as kept')
            .select('kept.id')
            .where('kept.collection', '=', 'recordings')
            .where('kept.record_id', '=', recording),
        ),
      ),
    )
    .execute();
}

/** How many bytes of recordings wait for their event. */
export async function waitingBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from files where purpose = 'recording' and record_id is null`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** Writes whether some interpreters are online: at any source, since the last time that one said so. */
export async function writePresence(trx: Db, interpreters: readonly string[]): Promise<void> {
  if (interpreters.length === 0) return;
  const ids = [...interpreters];
  await sql`delete from presence where user_id = any(${ids}::text[])`.execute(trx);
  await sql`
    insert into presence (user_id, online_since)
    select users.id, max((facts -> 'interpreter.presence' ->> 'at')::timestamptz)
    from platform_subjects join users on users.id = record_id
    where kind = 'interpreter' and record_id = any(${ids}::text[]) and (facts -> 'interpreter.presence' ->> 'online')::boolean
    group by users.id`.execute(trx);
}

/** Adds published versions; the first event about a version tells when. */
export async function saveVersions(
  trx: Db,
  rows: readonly { platform: string; version: string; released: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into app_versions (platform, version, released)
    select platform, version, min(released)
    from jsonb_to_recordset(${rowsOf(rows)}) as given (platform text, version text, released timestamptz)
    group by platform, version
    on conflict (platform, version) do update set released = least(app_versions.released, excluded.released)`.execute(
    trx,
  );
}

/** How long events are recognised as repeated, and facts wait for the one that makes a record, in milliseconds. */
const keptFor = 90 * 24 * 60 * 60_000;

/** Deletes the names of old events, and facts and names of bytes that have waited for too long. */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - keptFor);
  await db.deleteFrom('platform_events').where('received', '<=', until).execute();
  await db.deleteFrom('platform_subjects').where('record_id', 'is', null).where('changed', '<=', until).execute();
  await db.deleteFrom('platform_objects').where('file_id', 'is', null).where('created', '<=', until).execute();
}
