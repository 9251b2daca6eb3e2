import { sql, type Insertable, type Updateable } from 'kysely';
import { statesInForce } from '../../../contract/absenceNames.ts';
import type { absenceOrderings, AbsencesQuery } from '../../../contract/absences.ts';
import { alphabetically, type Orderings, pageOf, searchIndexed } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db, Tables } from '../../db/tables.ts';

const orderings: Orderings<(typeof absenceOrderings)[number]> = {
  from: [sql`absences.starts`],
  to: [sql`absences.ends`],
  person: [alphabetically(sql`users.last_name`), alphabetically(sql`users.first_name`), sql`absences.starts`],
  state: [sql`absences.state`, sql`absences.starts`],
  created: [sql`absences.created`],
};

/** How many reservations that are not over it takes the interpreter from; 0 unless it is in force. */
const undecided = (now: Date) => sql<number>`(
  select count(*)::int from reservation_interpreters person
  join reservations on reservations.id = person.reservation_id
  where absences.state in (${sql.join([...statesInForce])})
    and person.interpreter_id = absences.interpreter_id and person.takes_part
    and reservations.status in ('pending', 'approved')
    and reservations.ends > greatest(absences.starts, ${now}::timestamptz) and reservations.starts < absences.ends)`;

function selectAbsences(db: Db, now: Date) {
  return db
    .selectFrom('absences')
    .innerJoin('users', 'users.id', 'absences.interpreter_id')
    .selectAll('absences')
    .select([personName('users').as('person_name'), undecided(now).as('undecided')]);
}

/** An absence as the query returns it. */
export type AbsenceRow = NonNullable<Awaited<ReturnType<typeof findAbsence>>>;

/** The absences to list: of one interpreter or all (null), and in a time. */
type Asked = {
  query: Omit<AbsencesQuery, 'from_day' | 'to_day'>;
  onlyInterpreter: string | null;
  from: Date | null;
  to: Date | null;
};

/** One page of the absences. */
export function listAbsences(
  db: Db,
  { query: { person, state, kind, over, search, ...query }, ...asked }: Asked,
  now: Date,
) {
  const found = searchIndexed(search, sql`users.search_text`, sql`absences.id`);
  let absences = selectAbsences(db, now);
  if (asked.onlyInterpreter !== null) absences = absences.where('absences.interpreter_id', '=', asked.onlyInterpreter);
  if (asked.from) absences = absences.where('absences.ends', '>', asked.from);
  if (asked.to) absences = absences.where('absences.starts', '<', asked.to);
  if (person?.length) absences = absences.where('absences.interpreter_id', 'in', person);
  if (state?.length) absences = absences.where('absences.state', 'in', state);
  if (kind?.length) absences = absences.where('absences.absence_kind', 'in', kind);
  if (over !== undefined) absences = absences.where('absences.ends', over ? '<=' : '>', now);
  if (found) absences = absences.where(found);
  return pageOf(db, absences, query, { orderings, fallback: '-from', tiebreak: sql`absences.id` });
}

/** An absence by id. */
export function findAbsence(db: Db, id: string, now: Date) {
  return selectAbsences(db, now).where('absences.id', '=', id).executeTakeFirst();
}

/** An absence by id, locked until the transaction ends. */
export function lockAbsence(trx: Db, id: string, now: Date) {
  return selectAbsences(trx, now).where('absences.id', '=', id).forUpdate('absences').executeTakeFirst();
}

/** Adds an absence. */
export async function insertAbsence(trx: Db, absence: Insertable<Tables['absences']>): Promise<void> {
  await trx.insertInto('absences').values(absence).execute();
}

/** Updates an absence; it gets a new version even if only a reservation in its time has changed. */
export async function updateAbsence(trx: Db, id: string, changes: Updateable<Tables['absences']>): Promise<void> {
  await trx
    .updateTable('absences')
    .set({ id, ...changes })
    .where('id', '=', id)
    .execute();
}
