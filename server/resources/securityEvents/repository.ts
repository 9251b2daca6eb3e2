import { sql } from 'kysely';
import type { SecurityEventName } from '../../../contract/securityEventNames.ts';
import type { securityEventOrderings, SecurityEventsQuery } from '../../../contract/securityEvents.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db } from '../../db/tables.ts';

/** An event that is about to be stored. The person is known by id, by e-mail, or by the token of a challenge. */
export type NewSecurityEvent = {
  at: string;
  event: SecurityEventName;
  reason: string | null;
  person_id: string | null;
  /** What was typed; stored only if it is the address of an account. */
  typed_email: string | null;
  /** The hash of the token of a sign-in with a code, hexadecimal. */
  challenge: string | null;
  subject_id: string | null;
  object: string | null;
  object_id: string | null;
  rows: number | null;
  columns: string[];
  address: string | null;
  user_agent: string | null;
  request_id: string;
};

/** Stores events in one statement, in their order. `isForwarded`: they are sent to another system, too. */
export async function insertEvents(
  db: Db,
  events: readonly NewSecurityEvent[],
  { isForwarded }: { isForwarded: boolean },
): Promise<void> {
  const given = events.map((event, position) => ({ ...event, position }));
  const inserted = sql`
    insert into security_events
      (at, event, reason, person_id, person_email, subject_id, object, object_id, rows, columns, address, user_agent, request_id)
    select given.at, given.event, given.reason, person.id, users.email, given.subject_id, given.object,
      given.object_id, given.rows, given.columns, given.address, given.user_agent, given.request_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
      position integer,
      at timestamptz, event text, reason text, person_id text, typed_email text, challenge text, subject_id text,
      object text, object_id text, rows integer, columns text[], address text, user_agent text, request_id text
    )
    cross join lateral (select coalesce(
      given.person_id,
      (select user_id from otp_challenges where token_hash = decode(given.challenge, 'hex')),
      (select id from users where email = given.typed_email)
    ) as id) as person
    left join users on users.id = person.id
    order by given.position
    returning id`;
  const all = isForwarded
    ? sql`with inserted as (${inserted}) insert into security_forwards (event_id) select id from inserted`
    : inserted;
  await all.execute(db);
}

const orderings: Orderings<(typeof securityEventOrderings)[number]> = { at: [sql`security_events.at`] };

/** An event as the query returns it. */
export type SecurityEventRow = Awaited<ReturnType<typeof listEvents>>['rows'][number];

/** One page of the security log, limited to an interval (end exclusive). */
export function listEvents(
  db: Db,
  { event, person, address, request_id, ...query }: Omit<SecurityEventsQuery, 'from_day' | 'to_day'>,
  { from, to }: { from: Date | null; to: Date | null },
) {
  let events = db
    .selectFrom('security_events')
    .leftJoin('users as people', 'people.id', 'security_events.person_id')
    .leftJoin('users as subjects', 'subjects.id', 'security_events.subject_id')
    .selectAll('security_events')
    .select([
      personName<string | null>('people').as('person_name'),
      personName<string | null>('subjects').as('subject_name'),
    ]);
  if (event) events = events.where('event', 'in', event);
  if (person) events = events.where((eb) => eb.or([eb('person_id', '=', person), eb('subject_id', '=', person)]));
  if (address) events = events.where('address', '=', address);
  if (request_id) events = events.where('request_id', '=', request_id);
  if (from) events = events.where('at', '>=', from);
  if (to) events = events.where('at', '<', to);
  const found = searchIn(
    query.search,
    ['person_email', 'address', 'request_id'].map((name) => sql.ref(`security_events.${name}`)),
  );
  if (found) events = events.where(found);
  return pageOf(db, events, query, {
    orderings,
    fallback: '-at',
    tiebreak: sql`security_events.id`,
    // A long log is counted by nobody.
    isCountBounded: true,
  });
}
