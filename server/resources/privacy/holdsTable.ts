import { sql } from 'kysely';
import type { holdOrderings, HoldsQuery, LegalHold } from '../../../contract/privacy.ts';
import { type Orderings, pageOf } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db } from '../../db/tables.ts';
import { ApiProblem } from '../../problem.ts';

const selectHolds = (db: Db) =>
  db
    .selectFrom('legal_holds')
    .innerJoin('users as people', 'people.id', 'legal_holds.person_id')
    .leftJoin('users as owners', 'owners.id', 'legal_holds.created_by')
    .select([
      'legal_holds.id',
      'legal_holds.person_id',
      'legal_holds.reason',
      'legal_holds.created',
      'legal_holds.ends',
      'legal_holds.lifted',
      personName('people').as('person_name'),
      personName<string | null>('owners').as('created_by_name'),
    ]);

/** A legal hold as the query returns it. */
export type HoldRow = Awaited<ReturnType<typeof holdsOf>>[number];

/** The legal holds on a person, the newest first. */
export function holdsOf(db: Db, person: string) {
  return selectHolds(db)
    .where('person_id', '=', person)
    .orderBy('legal_holds.created', 'desc')
    .orderBy('legal_holds.id')
    .execute();
}

const orderings: Orderings<(typeof holdOrderings)[number]> = {
  ends: [sql`legal_holds.ends`],
  created: [sql`legal_holds.created`],
};

/** One page of the legal holds in force. */
export function listHolds(db: Db, query: HoldsQuery, now: Date) {
  const holds = selectHolds(db).where('lifted', 'is', null).where('ends', '>', now);
  return pageOf(db, holds, query, { orderings, fallback: 'ends', tiebreak: sql`legal_holds.id` });
}

/** A legal hold as the API answers it. */
export function holdOnWire({ person_id: person, created, ends, lifted, ...hold }: HoldRow, now: Date): LegalHold {
  return {
    ...hold,
    person,
    created: created.toISOString(),
    ends: ends.toISOString(),
    lifted: lifted?.toISOString() ?? null,
    in_force: lifted === null && ends > now,
  };
}

/** The people among some who are under a legal hold. */
export async function heldAmong(db: Db, people: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...people]}::text[]) as id where is_held(id, ${now})`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Refuses an act that deletes data of a person under a legal hold. Call it with the account locked: a new hold locks it,
 * too.
 * @throws ApiProblem legal_hold
 */
export async function assertNotHeld(db: Db, person: string, now: Date): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select is_held(${person}, ${now}) as held`.execute(db);
  if (rows[0]?.held) throw new ApiProblem('legal_hold');
}
