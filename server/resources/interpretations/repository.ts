import { sql, type RawBuilder, type SqlBool, type Updateable } from 'kysely';
import type { interpretationOrderings, InterpretationsQuery } from '../../../contract/interpretationRecords.ts';
import {
  type Channel,
  channels,
  locationTypes,
  recordingStates,
  serviceKinds,
  sessionModes,
} from '../../../contract/interpretations.ts';
import type { Offered } from '../../../contract/offered.ts';
import {
  everyWord,
  isOneOf,
  listOf,
  matchWords,
  peopleMatching,
  type Orderings,
  orIdBegins,
  searchIndexed,
  type WordMatches,
} from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db, Tables } from '../../db/tables.ts';

/** The requests that a person may read: those of the deployment, limited to one interpreter (null: not limited). */
export type Scope = { offered: Offered; interpreterId: string | null; now: Date };

const orderings: Orderings<(typeof interpretationOrderings)[number]> = {
  created: [sql`interpretations.created`],
  category: [sql`interpretations.category`],
  waiting_seconds: [sql`interpretations.waiting_seconds`],
  duration_seconds: [sql`interpretations.duration_seconds`],
};

/** The least advanced state of the recordings, or null without recordings. */
const recordingState = (now: Date) => sql<(typeof recordingStates)[number] | null>`(
  select state from recordings where interpretation_id = interpretations.id and expires > ${now}::timestamptz
  order by array_position(array[${sql.join(recordingStates.map((state) => sql.lit(state)))}], state) limit 1)`;

function selectInterpretations(db: Db, { offered, interpreterId, now }: Scope) {
  let interpretations = db
    .selectFrom('interpretations')
    .leftJoin('partners', 'partners.id', 'interpretations.partner_id')
    .leftJoin('closure_categories', 'closure_categories.id', 'interpretations.closure_category_id')
    .leftJoin('users as customers', 'customers.id', 'interpretations.customer_id')
    .leftJoin('users as interpreters', 'interpreters.id', 'interpretations.interpreter_id')
    .select([
      'interpretations.id',
      'interpretations.version',
      'interpretations.kind',
      'interpretations.channel',
      'interpretations.session_mode',
      'interpretations.service_kind',
      'interpretations.caption_type',
      'interpretations.location_type',
      'interpretations.queue_type',
      'interpretations.category',
      'interpretations.address',
      'interpretations.phone',
      // The request's own column keeps the id of a deleted partner (decision 203).
      'partners.id as partner_id',
      'partners.name as partner_name',
      'interpretations.customer_id',
      personName<string | null>('customers').as('customer_name'),
      'interpretations.interpreter_id',
      personName<string | null>('interpreters').as('interpreter_name'),
      'interpretations.created',
      'interpretations.started',
      'interpretations.ended',
      'interpretations.end_unknown',
      'interpretations.outcome',
      'interpretations.waiting_seconds',
      'interpretations.duration_seconds',
      'interpretations.note',
      'interpretations.closure_category_id',
      'closure_categories.title as closure_category_title',
      'interpretations.closure_note',
      recordingState(now).as('recording'),
    ]);
  // A condition that is always true would only prevent index-only scans.
  const restricted = [
    ['channel', offered.channels, channels],
    ['session_mode', offered.sessionModes, sessionModes],
    ['service_kind', offered.serviceKinds, serviceKinds],
    ['location_type', offered.locationTypes, locationTypes],
  ] as const;
  for (const [column, some, all] of restricted)
    if (some.length < all.length) interpretations = interpretations.where(`interpretations.${column}`, 'in', some);
  if (interpreterId !== null)
    interpretations = interpretations.where('interpretations.interpreter_id', '=', interpreterId);
  return interpretations;
}

/** An interpretation as the query returns it. */
export type InterpretationRow = NonNullable<Awaited<ReturnType<typeof findInterpretation>>>;

/** The condition that every word of a search occurs in the request, or in the name of somebody in it. */
function matchesSearch(
  search: string | undefined,
  found: readonly WordMatches[],
  whom: { byNameOnly: boolean },
): RawBuilder<boolean> | null {
  return everyWord(search, (pattern, word) => {
    const few = found.find((matches) => matches.word === word);
    const people = peopleMatching(pattern, whom);
    const partners = sql`select id from partners where folded(' ' || name) like ${pattern}`;
    return sql`(${isOneOf(sql`interpretations.customer_id`, people, few?.people ?? null)}
      or ${isOneOf(sql`interpretations.interpreter_id`, people, few?.people ?? null)}
      or ${isOneOf(sql`interpretations.partner_id`, partners, few?.partners ?? null)}
      or ${orIdBegins(sql`interpretations.search_text like ${pattern}`, sql`interpretations.id`, word)})`;
  });
}

/** The condition that a request has a recording in one of some states, or, for `none`, no recording. */
function isRecorded(states: readonly string[], now: Date): RawBuilder<SqlBool> {
  const some = sql`exists (select from recordings where interpretation_id = interpretations.id
    and expires > ${now}::timestamptz`;
  const conditions = [
    sql`${some} and state in (${sql.join([...states])}))`,
    ...(states.includes('none') ? [sql`not ${some})`] : []),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

const listSome = listOf(selectSome, { orderings, fallback: '-created', tiebreak: sql`interpretations.id` });

/** One page of the interpretations in a scope. `to` is exclusive. */
export async function listInterpretations(db: Db, asked: Omit<Asked, 'foundBy'>, now: Date) {
  const foundBy = await matchWords(db, asked.query.search, { byNameOnly: asked.interpreterId !== null });
  return listSome(db, { ...asked, foundBy }, now);
}

type Asked = Omit<Scope, 'now'> & {
  query: Omit<InterpretationsQuery, 'from_day' | 'to_day'>;
  from: Date | null;
  to: Date | null;
  foundBy: WordMatches[];
};

function selectSome(db: Db, { query, from, to, foundBy: those, ...scope }: Asked, now: Date) {
  const { search, recording, partner, partner_category, department } = query;
  const { customer, interpreter, closure_category, has_note, rated, ended } = query;
  const found = matchesSearch(search, those, { byNameOnly: scope.interpreterId !== null });
  let interpretations = selectInterpretations(db, { ...scope, now });
  for (const column of [
    'kind',
    'channel',
    'session_mode',
    'service_kind',
    'caption_type',
    'location_type',
    'queue_type',
    'outcome',
  ] as const) {
    const values = query[column];
    if (values) interpretations = interpretations.where(`interpretations.${column}`, 'in', values);
  }
  if (partner)
    interpretations = interpretations
      .where('interpretations.partner_id', 'in', partner)
      .where('partners.id', 'is not', null);
  if (partner_category)
    interpretations = interpretations.where('interpretations.partner_id', 'in', (within) =>
      within.selectFrom('partners').select('id').where('category_id', 'in', partner_category),
    );
  if (department)
    interpretations = interpretations.where('interpretations.interpreter_id', 'in', (within) =>
      within.selectFrom('users').select('id').where('department_id', 'in', department),
    );
  if (customer) interpretations = interpretations.where('interpretations.customer_id', 'in', customer);
  if (interpreter) interpretations = interpretations.where('interpretations.interpreter_id', 'in', interpreter);
  if (closure_category)
    interpretations = interpretations.where('interpretations.closure_category_id', 'in', closure_category);
  if (from) interpretations = interpretations.where('interpretations.created', '>=', from);
  if (to) interpretations = interpretations.where('interpretations.created', '<', to);
  if (has_note !== undefined)
    interpretations = interpretations.where('interpretations.note', has_note ? 'is not' : 'is', null);
  if (rated !== undefined) {
    const ratings = sql`select from feedback where interpretation_id = interpretations.id`;
    interpretations = interpretations.where(sql<SqlBool>`${rated ? sql`` : sql`not`} exists (${ratings})`);
  }
  if (ended === true) interpretations = interpretations.where('interpretations.ended', 'is not', null);
  if (ended === false)
    interpretations = interpretations
      .where('interpretations.ended', 'is', null)
      .where('interpretations.end_unknown', '=', false);
  if (recording) interpretations = interpretations.where(isRecorded(recording, now));
  if (found) interpretations = interpretations.where(found);
  return interpretations;
}

/** Maximum number of customers that the global search considers: otherwise frequent names would take long. */
const customersLooked = 100;

/** The newest requests of a channel that match a search, by the customer's name or by the request. */
export async function newestMatching(
  db: Db,
  scope: Scope,
  { channel, search, limit }: { channel: Channel; search: string; limit: number },
) {
  const customers = searchIndexed(search, sql`search_text`);
  const matches = searchIndexed(search, sql`interpretations.search_text`, sql`interpretations.id`);
  if (!customers || !matches) return [];
  const ids = sql`array(select id from users where ${customers} limit ${customersLooked})`;
  const newest = (condition: RawBuilder<SqlBool>) =>
    selectInterpretations(db, scope)
      .where('interpretations.channel', '=', channel)
      .where(condition)
      .orderBy('interpretations.created', 'desc')
      .limit(limit)
      .execute();
  const rows = await Promise.all([newest(sql<SqlBool>`interpretations.customer_id = any(${ids})`), newest(matches)]);
  const found = new Map(rows.flat().map((row) => [row.id, row]));
  return [...found.values()].toSorted((a, b) => b.created.getTime() - a.created.getTime()).slice(0, limit);
}

/** An interpretation in a scope by id. */
export function findInterpretation(db: Db, scope: Scope, id: string) {
  return selectInterpretations(db, scope).where('interpretations.id', '=', id).executeTakeFirst();
}

/** An interpretation in a scope by id, locked until the transaction ends. */
export function lockInterpretation(trx: Db, scope: Scope, id: string) {
  return selectInterpretations(trx, scope)
    .where('interpretations.id', '=', id)
    .forUpdate('interpretations')
    .executeTakeFirst();
}

/** Updates an interpretation; without changes it does nothing. */
export async function updateInterpretation(
  trx: Db,
  id: string,
  changes: Updateable<Tables['interpretations']>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('interpretations').set(changes).where('id', '=', id).execute();
}
