import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type {
  CoverageObstacle,
  InterpreterResponse,
  LanguageException,
  reservationOrderings,
  ReservationsQuery,
  ReservationStatus,
  ReservationWork,
} from '../../../contract/reservations.ts';
import type { Role } from '../../../contract/roles.ts';
import {
  alphabetically,
  everyWord,
  fewMatches,
  isOneOf,
  listOf,
  matchWords,
  peopleMatching,
  type Orderings,
  orIdBegins,
  unlessMany,
  type WordMatches,
} from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Trx } from '../../collection/write.ts';
import type { Db, Tables } from '../../db/tables.ts';

const orderings: Orderings<(typeof reservationOrderings)[number]> = {
  name: [alphabetically(sql`reservations.name`)],
  start: [sql`reservations.starts`],
  type: [sql`reservations.location_type`, sql`reservations.starts`],
  address: [alphabetically(sql`reservations.address`)],
  status: [sql`reservations.status`, sql`reservations.starts`],
  created: [sql`reservations.created`],
};

/** An interpreter of a reservation as the query returns them. */
type TeamMember = {
  id: string;
  name: string;
  obstacle: CoverageObstacle | null;
  response: InterpreterResponse;
  /** From JSON, so as text. */
  responded: string | null;
  message: string | null;
  language_reason: string | null;
  booked_by_name: string | null;
};

/** Joins the reason why a row of `users` does not cover the reservation. */
export const obstacleOf = (users: string) => sql`cross join lateral coverage_obstacle(
  ${sql.ref(users)}, reservations.starts, reservations.ends, reservations.location_type, reservations.address,
  reservations.service_kind, reservations.languages, reservations.customer_id, reservations.partner_id, reservations.id) as coverage`;

const interpreters = sql<TeamMember[]>`(
  select coalesce(
    json_agg(json_build_object(
      'id', person.id,
      'name', ${personName('person')},
      'obstacle', coverage.obstacle,
      'response', reservation_interpreters.response,
      'responded', reservation_interpreters.responded,
      'message', reservation_interpreters.message,
      'language_reason', reservation_interpreters.language_reason,
      'booked_by_name', ${personName('booker')}
    ) order by ${alphabetically(sql`person.last_name`)}, ${alphabetically(sql`person.first_name`)}, person.id),
    '[]')
  from reservation_interpreters
  join users person on person.id = reservation_interpreters.interpreter_id
  left join users booker on booker.id = reservation_interpreters.booked_by
  ${obstacleOf('person')}
  where reservation_interpreters.reservation_id = reservations.id)`;

const hasFiles = sql<boolean>`exists (
  select from files where files.collection = 'reservations' and files.record_id = reservations.id)`;

/** Who may still undo the last decision, and until when; null: nobody. */
const undo = sql<{ person: string; until: string } | null>`(
  select json_build_object('person', person_id, 'until', until) from reservation_undos
  where reservation_undos.reservation_id = reservations.id and reservation_undos.version = reservations.version
    and until > clock_timestamp())`;

/** Open: pending and not over. */
const isOpen = (now: Date) =>
  sql<boolean>`(reservations.status = 'pending' and reservations.ends > ${now}::timestamptz)`;

/** Unfilled: open, and nobody takes part. The subquery makes the planner use the index. */
const isUnfilled = (now: Date) => sql<boolean>`(${isOpen(now)} and (
  select 1 from reservation_interpreters
  where reservation_interpreters.reservation_id = reservations.id and takes_part limit 1) is null)`;

const teamSize = sql`(
  select count(*) from reservation_interpreters
  where reservation_interpreters.reservation_id = reservations.id and takes_part)`;

/** Fewer interpreters take part than it needs. */
const hasTooFew = sql<boolean>`${teamSize} < reservations.interpreters_needed`;

/** How many more interpreters it needs; 0 once it is over. */
export const missingPeople = (now: Date) => sql<number>`(
  case when reservations.ends > ${now}::timestamptz then greatest(reservations.interpreters_needed - ${teamSize}, 0) else 0 end)::int`;

/** Short of people: pending or approved, not over, and fewer interpreters take part than it needs. */
export const isShort = (now: Date) => sql<boolean>`(
  reservations.status in ('pending', 'approved') and reservations.ends > ${now}::timestamptz and ${hasTooFew})`;

/**
 * Uncovered: approved, not over, and an interpreter who takes part cannot take it, or too few take part.
 * @param readsWishes false for interpreters: that somebody is never wanted again does not count
 */
const isUncovered = (now: Date, readsWishes = true) => sql<boolean>`(
  reservations.status = 'approved' and reservations.ends > ${now}::timestamptz and (
    ${hasTooFew}
    or exists (
      select from reservation_interpreters
      join users person on person.id = reservation_interpreters.interpreter_id
      ${obstacleOf('person')}
      where reservation_interpreters.reservation_id = reservations.id and takes_part and coverage.obstacle is not null
        and (${readsWishes}::boolean or coverage.obstacle <> 'never_again'))))`;

/** Unanswered: pending or approved, not over, and this interpreter was asked, or it is offered to them, and has not answered. */
const isUnansweredBy = (interpreter: string, now: Date) => sql<boolean>`(
  reservations.status in ('pending', 'approved') and reservations.ends > ${now}::timestamptz and exists (
    select from reservation_interpreters
    where reservation_interpreters.reservation_id = reservations.id
      and reservation_interpreters.interpreter_id = ${interpreter} and response in ('asked', 'offered')))`;

/** The condition that a reader may see a row of `reservation_interpreters`: interpreters do not see to whom else it is offered. */
const isSeenBy = (onlyInterpreter: string | null) =>
  onlyInterpreter === null
    ? sql`true`
    : sql`(reservation_interpreters.response <> 'offered' or reservation_interpreters.interpreter_id = ${onlyInterpreter})`;

/** Whether a reader may see any of these interpreters listed with it, whatever they have answered. */
const isAnyListed = (ids: readonly string[], onlyInterpreter: string | null) => sql<boolean>`exists (
  select from reservation_interpreters
  where reservation_interpreters.reservation_id = reservations.id
    and reservation_interpreters.interpreter_id in (${sql.join([...ids])}) and ${isSeenBy(onlyInterpreter)})`;

const isAnyInTeam = (ids: readonly string[]) => sql<boolean>`exists (
  select from reservation_interpreters
  where reservation_interpreters.reservation_id = reservations.id and takes_part
    and reservation_interpreters.interpreter_id in (${sql.join([...ids])}))`;

function selectReservations(db: Db) {
  return db
    .selectFrom('reservations')
    .leftJoin('users as customer', 'customer.id', 'reservations.customer_id')
    .leftJoin('users as answerer', 'answerer.id', 'reservations.answered_by')
    .leftJoin('partners', 'partners.id', 'reservations.partner_id')
    .leftJoin('reservation_offers as offer', 'offer.reservation_id', 'reservations.id')
    .leftJoin('users as offerer', 'offerer.id', 'offer.made_by')
    .select([
      'reservations.id',
      'reservations.version',
      'reservations.name',
      'reservations.status',
      'reservations.starts',
      'reservations.ends',
      'reservations.location_type',
      'reservations.address',
      'reservations.link',
      'reservations.customer_id',
      'reservations.partner_id',
      'partners.name as partner_name',
      'partners.phone as partner_phone',
      'customer.phone as customer_phone',
      'customer.email as customer_email',
      'reservations.service_kind',
      'reservations.emergency',
      'reservations.interpreters_needed',
      'reservations.languages',
      'reservations.note',
      'reservations.answer',
      'reservations.answered',
      'reservations.created',
      'offer.id as offer_id',
      'offer.deadline as offer_deadline',
      'offer.approves as offer_approves',
      'offer.next as offer_next',
      'offer.message as offer_message',
      'offer.made as offer_made',
      'offer.made_by as offer_made_by',
      personName<string | null>('customer').as('customer_name'),
      personName<string | null>('answerer').as('answered_by_name'),
      personName<string | null>('offerer').as('offer_made_by_name'),
      interpreters.as('interpreters'),
      hasFiles.as('has_files'),
      undo.as('undo'),
    ]);
}

/** A reservation as the query returns it. */
export type ReservationRow = NonNullable<Awaited<ReturnType<typeof findReservation>>>;

/** The condition that every word of a search occurs in the reservation, or in the name of somebody in it. */
function matchesSearch(
  search: string | undefined,
  found: readonly ReservationWordMatches[],
  onlyInterpreter: string | null,
): RawBuilder<boolean> | null {
  return everyWord(search, (pattern, word) => {
    const few = found.find((matches) => matches.word === word);
    const people = peopleMatching(pattern, { byNameOnly: onlyInterpreter !== null });
    const theirs = sql`select reservation_id from reservation_interpreters
      where ${isOneOf(sql`interpreter_id`, people, few?.people ?? null)} and ${isSeenBy(onlyInterpreter)}`;
    const partners = sql`select id from partners where folded(' ' || name) like ${pattern}`;
    return sql`(${isOneOf(sql`reservations.customer_id`, people, few?.people ?? null)}
      or ${isOneOf(sql`reservations.id`, theirs, few?.reservations ?? null)}
      or ${isOneOf(sql`reservations.partner_id`, partners, few?.partners ?? null)}
      or ${orIdBegins(sql`reservations.search_text like ${pattern}`, sql`reservations.id`, word)})`;
  });
}

const listSome = listOf(selectSome, { orderings, fallback: '-start', tiebreak: sql`reservations.id` });

/** The matches of a word, with the reservations of matching interpreters; null if there are many. */
type ReservationWordMatches = WordMatches & { reservations: string[] | null };

async function withReservations(
  db: Db,
  found: WordMatches,
  onlyInterpreter: string | null,
): Promise<ReservationWordMatches> {
  if (found.people === null) return { ...found, reservations: null };
  const rows = await db
    .selectFrom('reservation_interpreters')
    .select('reservation_id')
    .distinct()
    .where(sql<boolean>`interpreter_id = any(${found.people}::text[]) and ${isSeenBy(onlyInterpreter)}`)
    .limit(fewMatches + 1)
    .execute();
  return { ...found, reservations: unlessMany(rows.map(({ reservation_id }) => reservation_id)) };
}

/** One page of the reservations. */
export async function listReservations(db: Db, asked: Omit<Asked, 'foundBy'>, now: Date) {
  const { query, onlyInterpreter } = asked;
  const words = await matchWords(db, query.search, { byNameOnly: onlyInterpreter !== null });
  const found = await Promise.all(words.map((word) => withReservations(db, word, onlyInterpreter)));
  return listSome(db, { ...asked, foundBy: found }, now);
}

type Asked = {
  query: ReservationsQuery;
  /** Limits the result to the reservations of an interpreter; null: not limited. */
  onlyInterpreter: string | null;
  /** The person of the filters `unanswered` and `taking_part`. */
  asker: string;
  /** Ends after this time. */
  from: Date | null;
  /** Starts before this time. */
  to: Date | null;
  foundBy: ReservationWordMatches[];
};

function selectSome(db: Db, { query, onlyInterpreter, asker, from, to, foundBy: those }: Asked, now: Date) {
  const { status, interpreter, customer, partner, type, emergency, past, open, unfilled, short, uncovered, search } =
    query;
  const found = matchesSearch(search, those, onlyInterpreter);
  let reservations = selectReservations(db);
  if (onlyInterpreter !== null) reservations = reservations.where(isAnyListed([onlyInterpreter], null));
  if (status?.length) reservations = reservations.where('reservations.status', 'in', status);
  if (from) reservations = reservations.where('reservations.ends', '>', from);
  if (to) reservations = reservations.where('reservations.starts', '<', to);
  if (interpreter?.length) reservations = reservations.where(isAnyListed(interpreter, onlyInterpreter));
  if (customer) reservations = reservations.where('reservations.customer_id', '=', customer);
  if (partner) reservations = reservations.where('reservations.partner_id', '=', partner);
  if (type) reservations = reservations.where('reservations.location_type', '=', type);
  if (emergency !== undefined) reservations = reservations.where('reservations.emergency', '=', emergency);
  if (past !== undefined) reservations = reservations.where('reservations.ends', past ? '<=' : '>', now);
  if (open !== undefined) reservations = reservations.where(isOpen(now), '=', open);
  if (unfilled !== undefined)
    reservations = reservations.where(unfilled ? isUnfilled(now) : sql<boolean>`not ${isUnfilled(now)}`);
  if (short !== undefined) reservations = reservations.where(short ? isShort(now) : sql<boolean>`not ${isShort(now)}`);
  const isNotCovered = isUncovered(now, onlyInterpreter === null);
  if (uncovered !== undefined)
    reservations = reservations.where(uncovered ? isNotCovered : sql<boolean>`not ${isNotCovered}`);
  if (query.unanswered !== undefined)
    reservations = reservations.where(isUnansweredBy(asker, now), '=', query.unanswered);
  if (query.taking_part !== undefined) reservations = reservations.where(isAnyInTeam([asker]), '=', query.taking_part);
  if (found) reservations = reservations.where(found);
  return reservations;
}

/** `onlyInterpreter`: whose work is counted; null: that of planners. */
type WorkAsked = { onlyInterpreter: string | null; today: { from: Date; to: Date }; now: Date };

/** How many reservations wait for planners, or for `onlyInterpreter`. */
export async function countWork(db: Db, { onlyInterpreter, today, now }: WorkAsked): Promise<ReservationWork> {
  const no = sql<boolean>`false`;
  const isToAnswer = onlyInterpreter === null ? isOpen(now) : isUnansweredBy(onlyInterpreter, now);
  const isTheirs = onlyInterpreter === null ? sql<boolean>`true` : isAnyInTeam([onlyInterpreter]);
  const current = db
    .selectFrom('reservations')
    .select([
      isToAnswer.as('to_answer'),
      (onlyInterpreter === null ? isShort(now) : no).as('short'),
      (onlyInterpreter === null ? isUncovered(now) : no).as('uncovered'),
      sql<boolean>`(reservations.starts < ${today.to}::timestamptz and ${isTheirs})`.as('today'),
    ])
    // Written as two cases, each with an index.
    .where((row) =>
      row.or(
        (['pending', 'approved'] as const).map((status) =>
          row.and([row.eb('reservations.status', '=', status), row.eb('reservations.ends', '>', today.from)]),
        ),
      ),
    )
    .$if(onlyInterpreter !== null, (all) => all.where(sql<boolean>`(${isTheirs} or ${isToAnswer})`));
  const number = (condition: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  return db
    .with(
      (cte) => cte('work').materialized(),
      () => current,
    )
    .selectFrom('work')
    .select([
      number(sql`to_answer`).as('to_answer'),
      number(sql`short`).as('short'),
      number(sql`uncovered`).as('uncovered'),
      number(sql`today`).as('today'),
      number(sql`to_answer or short or uncovered`).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
}

/** A reservation by id. */
export function findReservation(db: Db, id: string) {
  return selectReservations(db).where('reservations.id', '=', id).executeTakeFirst();
}

/** Some reservations by id, the next first. */
export async function findReservations(db: Db, ids: readonly string[]): Promise<ReservationRow[]> {
  if (ids.length === 0) return [];
  return selectReservations(db)
    .where('reservations.id', 'in', [...ids])
    .orderBy('reservations.starts')
    .orderBy('reservations.id')
    .execute();
}

/** The ids of reservations that are short of people and have no open offer, among some ids or in a time, the next first. */
export async function plannable(
  db: Db,
  asked: { ids: readonly string[] } | { from: Date; to: Date },
  now: Date,
): Promise<string[]> {
  const short = db
    .selectFrom('reservations')
    .leftJoin('reservation_offers as offer', 'offer.reservation_id', 'reservations.id')
    .select('reservations.id')
    .where(isShort(now))
    .where('offer.id', 'is', null)
    .orderBy('reservations.starts')
    .orderBy('reservations.id');
  const rows = await (
    'ids' in asked
      ? short.where('reservations.id', 'in', [...asked.ids])
      : short.where('reservations.ends', '>', asked.from).where('reservations.starts', '<', asked.to)
  ).execute();
  return rows.map(({ id }) => id);
}

/**
 * The people who are asked for another reservation at the time of some reservations, by reservation: they take part in a pending
 * one, or it is offered to them. No reservation lasts longer than a day of 25 hours.
 */
export async function askedElsewhere(db: Db, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; people: string[] }>`
    select reservations.id, array_agg(person.interpreter_id) as people
    from reservations
    join reservations other on other.id <> reservations.id and other.status in ('pending', 'approved')
      and other.starts > reservations.starts - interval '25 hours' and other.starts < reservations.ends
      and other.ends > reservations.starts
    join reservation_interpreters person on person.reservation_id = other.id
      and (person.response = 'offered' or (person.takes_part and other.status = 'pending'))
    where reservations.id = any(${[...ids]}::text[])
    group by reservations.id`.execute(db);
  return new Map(rows.map(({ id, people }) => [id, new Set(people)]));
}

/** The future reservations with a status and with any of these interpreters, the next first. */
export function reservationsAhead(
  db: Db,
  people: readonly string[],
  now: Date,
  status: ReservationStatus,
): Promise<ReservationRow[]> {
  return selectReservations(db)
    .where('reservations.status', '=', status)
    .where('reservations.ends', '>', now)
    .where(isAnyInTeam(people))
    .orderBy('reservations.starts')
    .orderBy('reservations.id')
    .execute();
}

/** The pending and approved reservations that are not over, overlap a time, and that an interpreter takes part in, the next first. */
export function openReservationsIn(
  db: Db,
  interpreter: string,
  { starts, ends }: { starts: Date; ends: Date },
  now: Date,
): Promise<ReservationRow[]> {
  return selectReservations(db)
    .where('reservations.status', 'in', ['pending', 'approved'])
    .where('reservations.ends', '>', starts > now ? starts : now)
    .where('reservations.starts', '<', ends)
    .where(isAnyInTeam([interpreter]))
    .orderBy('reservations.starts')
    .orderBy('reservations.id')
    .execute();
}

/** The future pending and approved reservations of a customer. */
export function reservationsFor(db: Db, customer: string, now: Date): Promise<ReservationRow[]> {
  return selectReservations(db)
    .where('reservations.customer_id', '=', customer)
    .where('reservations.status', 'in', ['pending', 'approved'])
    .where('reservations.ends', '>', now)
    .orderBy('reservations.starts')
    .orderBy('reservations.id')
    .execute();
}

/** Those of some reservations that any interpreter could cover. */
export async function coverableOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select reservations.id from reservations
    where reservations.id = any(${ids}::text[]) and exists (
      select from shifts
      join users person on person.id = shifts.interpreter_id
      ${obstacleOf('person')}
      where is_reservable(
          shifts, reservations.starts, reservations.ends, reservations.location_type, reservations.service_kind)
        and coverage.obstacle is null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The uncovered ones of some reservations. */
export async function uncoveredOf(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('reservations')
    .select('id')
    .where('id', 'in', [...ids])
    .where(isUncovered(now))
    .execute();
  return rows.map(({ id }) => id);
}

/** A reservation by id, locked until the transaction ends. */
export async function lockReservation(trx: Trx, id: string): Promise<ReservationRow | undefined> {
  await trx.selectFrom('reservations').select('id').where('id', '=', id).forUpdate().execute();
  return findReservation(trx, id);
}

/** Adds a reservation. */
export async function insertReservation(trx: Trx, reservation: Insertable<Tables['reservations']>): Promise<void> {
  await trx.insertInto('reservations').values(reservation).execute();
}

/** Updates a reservation; it gets a new version even if only a related row has changed. */
export async function updateReservation(
  trx: Trx,
  id: string,
  changes: Updateable<Tables['reservations']>,
): Promise<void> {
  await trx
    .updateTable('reservations')
    .set({ id, ...changes })
    .where('id', '=', id)
    .execute();
}

/**
 * Replaces the team of a reservation. Interpreters who have declined or handed it back stay listed. If `ids` names one of
 * them, that interpreter is asked again.
 * @param response the state of those who are new to the team: asked for an answer, or booked without asking
 */
export async function setInterpreters(
  trx: Trx,
  id: string,
  ids: readonly string[],
  response: 'asked' | 'not_asked',
  exceptions: readonly LanguageException[] = [],
): Promise<void> {
  const leaving = trx
    .deleteFrom('reservation_interpreters')
    .where('reservation_id', '=', id)
    .where('takes_part', '=', true);
  await (ids.length > 0 ? leaving.where('interpreter_id', 'not in', [...ids]) : leaving).execute();
  if (ids.length === 0) return;
  await trx
    .insertInto('reservation_interpreters')
    .values(ids.map((interpreter_id) => ({ reservation_id: id, interpreter_id, response })))
    .onConflict((conflict) =>
      conflict
        .columns(['reservation_id', 'interpreter_id'])
        .doUpdateSet({
          response,
          responded: null,
          message: null,
          // If somebody to whom it is offered is taken without waiting for the answer, the reason given with the offer stays.
          language_reason: sql<
            string | null
          >`case when reservation_interpreters.response = 'offered' then reservation_interpreters.language_reason end`,
        })
        .where('reservation_interpreters.takes_part', '=', false),
    )
    .execute();
  await keepReasons(trx, id, exceptions);
}

/** Stores why interpreters of a reservation are taken who speak none of its languages; of others there is nothing to store. */
async function keepReasons(trx: Trx, id: string, exceptions: readonly LanguageException[]): Promise<void> {
  for (const { interpreter, reason } of exceptions)
    await sql`
      update reservation_interpreters team set language_reason = ${reason} from reservations, users
      where team.reservation_id = ${id} and team.interpreter_id = ${interpreter}
        and team.response not in ('declined', 'handed_back')
        and reservations.id = team.reservation_id and users.id = team.interpreter_id
        and lacks_languages(users, reservations.languages, reservations.id)`.execute(trx);
}

/** Stores an interpreter's own answer. */
export async function setResponse(
  trx: Trx,
  id: string,
  {
    interpreter,
    ...given
  }: { interpreter: string; response: InterpreterResponse; responded: Date; message: string | null },
): Promise<void> {
  await trx
    .updateTable('reservation_interpreters')
    .set(given)
    .where('reservation_id', '=', id)
    .where('interpreter_id', '=', interpreter)
    .execute();
}

/** Stores an open offer, and the interpreters to whom it is made. Those who have declined may accept again. */
export async function insertOffer(
  trx: Trx,
  offer: Insertable<Tables['reservation_offers']>,
  people: readonly string[],
  exceptions: readonly LanguageException[],
): Promise<void> {
  await trx.insertInto('reservation_offers').values(offer).execute();
  const response = 'offered' as const;
  await trx
    .insertInto('reservation_interpreters')
    .values(people.map((interpreter_id) => ({ reservation_id: offer.reservation_id, interpreter_id, response })))
    .onConflict((conflict) =>
      conflict
        .columns(['reservation_id', 'interpreter_id'])
        .doUpdateSet({ response, responded: null, message: null, language_reason: null })
        .where('reservation_interpreters.takes_part', '=', false),
    )
    .execute();
  await keepReasons(trx, offer.reservation_id, exceptions);
}

/** Deletes the open offers of some reservations. Returns the interpreters who had not answered. */
export async function deleteOffers(
  trx: Trx,
  ids: readonly string[],
): Promise<{ reservation_id: string; interpreter_id: string }[]> {
  if (ids.length === 0) return [];
  await trx
    .deleteFrom('reservation_offers')
    .where('reservation_id', 'in', [...ids])
    .execute();
  return trx
    .deleteFrom('reservation_interpreters')
    .where('reservation_id', 'in', [...ids])
    .where('response', '=', 'offered')
    .returning(['reservation_id', 'interpreter_id'])
    .execute();
}

/** The reservation of an open offer. */
export async function reservationOfOffer(db: Db, offer: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('reservation_offers')
    .select('reservation_id')
    .where('id', '=', offer)
    .executeTakeFirst();
  return found?.reservation_id;
}

/** Whether a reservation was offered to an interpreter who is not listed any more, from the audit log. */
export async function wasOffered(db: Db, id: string, interpreterId: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('collection', '=', 'reservation_interpreters')
    .where('record_id', '=', id)
    .where(sql<boolean>`before ->> 'interpreter_id' = ${interpreterId} and before ->> 'response' = 'offered'`)
    .where('after', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Names another person as the one who has booked those of a reservation whom `from` has booked. */
export async function setBooker(
  trx: Trx,
  id: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await trx
    .updateTable('reservation_interpreters')
    .set({ booked_by: to })
    .where('reservation_id', '=', id)
    .where('booked_by', '=', from)
    .execute();
}

/** Asks the teams of some reservations again, because the terms have changed. */
export async function askAgain(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('reservation_interpreters')
    .set({ response: 'asked', responded: null, message: null })
    .where('reservation_id', 'in', [...ids])
    .where('response', 'in', ['not_asked', 'accepted'])
    .execute();
}

/** The id of the user who added a reservation, from the audit log; null if they are deleted or there was none. */
export async function creatorOf(db: Db, id: string): Promise<string | null> {
  const entry = await db
    .selectFrom('audit_entries')
    .select('person_id')
    .where('collection', '=', 'reservations')
    .where('record_id', '=', id)
    .where('act', '=', 'create')
    .executeTakeFirst();
  return entry?.person_id ?? null;
}

/** Deletes a reservation. */
export async function deleteReservation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('reservations').where('id', '=', id).execute();
}

/** The terms that coverage depends on. */
export type CoverageTerms = Pick<
  ReservationRow,
  'id' | 'starts' | 'ends' | 'location_type' | 'address' | 'service_kind' | 'languages' | 'customer_id' | 'partner_id'
>;

/** Why interpreters do not cover a reservation with these terms; interpreters who cover it are omitted. */
export async function obstaclesOf(
  db: Db,
  ids: readonly string[],
  { id, starts, ends, location_type, address, service_kind, languages, customer_id, partner_id }: CoverageTerms,
): Promise<{ id: string; name: string; obstacle: CoverageObstacle }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string; obstacle: CoverageObstacle }>`
    select users.id, ${personName('users')} as name, coverage.obstacle from users
    cross join lateral coverage_obstacle(
      users, ${starts}::timestamptz, ${ends}::timestamptz, ${location_type}::text, ${address}::text, ${service_kind}::text,
      ${languages}::text[], ${customer_id}::text, ${partner_id}::text, ${id}::text
    ) as coverage
    where users.id in (${sql.join([...ids])}) and coverage.obstacle is not null
    order by users.id`.execute(db);
  return rows;
}

/** The places of those of some reservations that are on site, and the longest way of each of some people to each, one way in minutes. */
export async function waysTo(
  db: Db,
  asked: readonly { id: string; people: readonly string[] }[],
): Promise<{ reservation: string; interpreter: string; place: string; minutes: number }[]> {
  const { rows } = await sql<{ reservation: string; interpreter: string; place: string; minutes: number }>`
    select reservations.id as reservation, person.id as interpreter, place_key(reservations.address) as place,
      travel_minutes(person.id, reservations.starts, reservations.ends) as minutes
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id text, people text[])
    join reservations on reservations.id = asked.id and reservations.location_type = 'site'
    cross join unnest(asked.people) as person(id)`.execute(db);
  return rows;
}

/** The keys of those interpreters who speak none of the languages asked of them, for new reservations or for `reservation`. */
export async function withoutLanguageAmong(
  db: Db,
  asked: readonly { key: string; interpreter: string; languages: readonly string[] }[],
  reservation: string | null = null,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select asked.key
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (key text, interpreter text, languages text[])
    join users on users.id = asked.interpreter
    where lacks_languages(users, asked.languages, ${reservation}::text)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The keys of the entries whose interpreter the customer or the partner never wants again. */
export async function unwantedAmong(
  db: Db,
  asked: readonly { key: string; interpreter: string; customer: string | null; partner: string | null }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select asked.key
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (key text, interpreter text, customer text, partner text)
    join interpreter_preferences wish on wish.interpreter_id = asked.interpreter and wish.preference = 'never'
      and (wish.customer_id = asked.customer or wish.partner_id = asked.partner)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The interpreters who would no longer speak what an approved reservation that is not over asks of them. */
export async function bookedWithout(
  db: Db,
  asked: readonly { interpreter: string; languages: readonly string[] }[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ interpreter: string }>`
    select distinct asked.interpreter
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (interpreter text, languages text[])
    join reservation_interpreters team on team.interpreter_id = asked.interpreter and team.takes_part
    join reservations on reservations.id = team.reservation_id
    where reservations.status = 'approved' and reservations.ends > ${now}::timestamptz and team.language_reason is null
      and cardinality(reservations.languages) > 0 and cardinality(asked.languages) > 0
      and not asked.languages && reservations.languages`.execute(db);
  return new Set(rows.map(({ interpreter }) => interpreter));
}

/** The other approved reservations at the same time with any of these interpreters. */
export async function overlappingBookings(
  db: Db,
  ids: readonly string[],
  { id, starts, ends }: { id: string; starts: Date; ends: Date },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('reservation_interpreters')
    .select('reservation_id')
    .distinct()
    .where('interpreter_id', 'in', [...ids])
    .where('reservation_id', '<>', id)
    .where(sql<boolean>`period && tstzrange(${starts}::timestamptz, ${ends}::timestamptz)`)
    .orderBy('reservation_id')
    .execute();
  return rows.map(({ reservation_id }) => reservation_id);
}

/** Whether an interpreter takes part in a reservation. */
export async function isInTeam(db: Db, id: string, interpreterId: string): Promise<boolean> {
  const found = await db
    .selectFrom('reservation_interpreters')
    .select('reservation_id')
    .where('reservation_id', '=', id)
    .where('interpreter_id', '=', interpreterId)
    .where('takes_part', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

/** The roles of people who can be customers. */
export const customerRoles = ['deaf', 'partner'] as const satisfies readonly Role[];

/** Whether a user can be the customer of a reservation. */
export async function isCustomer(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', 'in', [...customerRoles])
    .executeTakeFirst();
  return found !== undefined;
}

/** The begin of the names of reminders that nobody is given twice; the id of the reservation follows. */
export const reminderKeys = { unanswered: 'unanswered ', tomorrow: 'tomorrow ' } as const;

/** Whether no planner was reminded of a reservation yet. */
const isUnreminded = (key: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from notifications where notifications.subject_id = reservations.id and notifications.event_key = ${key})`;

/** Open reservations without an open offer that no planner was reminded of. */
export function unremindedPending(db: Db, now: Date): Promise<{ id: string; created: Date }[]> {
  return db
    .selectFrom('reservations')
    .select(['id', 'created'])
    .where(isOpen(now))
    .where(sql<boolean>`not exists (select from reservation_offers where reservation_id = reservations.id)`)
    .where(isUnreminded(sql`${reminderKeys.unanswered}::text || reservations.id`))
    .execute();
}

/**
 * The reservations that begin in a time, were there before an instant, are short of people or not covered, and that no
 * planner was reminded of today.
 */
export async function needingPeople(
  db: Db,
  { from, to, before, today, now }: { from: Date; to: Date; before: Date; today: string; now: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .select('id')
    .where('starts', '>=', from)
    .where('starts', '<', to)
    .where('created', '<', before)
    .where(sql<boolean>`(${isShort(now)} or ${isUncovered(now)})`)
    .where(isUnreminded(sql`${reminderKeys.tomorrow}::text || reservations.id || ' ' || ${today}::text`))
    .orderBy('starts')
    .execute();
  return rows.map(({ id }) => id);
}
