import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Erasure, erasureOrderings, ErasuresQuery } from '../../../contract/privacy.ts';
import { type Orderings, pageOf } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Trx } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import { randomId } from '../../randomId.ts';
import { eraseRows } from './eraseRows.ts';
import type { Tally } from './stored.ts';
import { subjectOf } from './subject.ts';

/** Records an erasure, without personal data. Returns its id. */
export async function recordErasure(
  trx: Trx,
  { person, by, now, tallies }: { person: string; by: string | null; now: Date; tallies: readonly Tally[] },
): Promise<string> {
  const id = randomId();
  const counts = tallies.map(({ kind, handling, count, held }) => ({ kind, handling, count, held }));
  await trx
    .insertInto('erasures')
    .values({
      id,
      at: now,
      erased_by: by,
      person_hash: createHash('sha256').update(person).digest(),
      counts: JSON.stringify(counts),
    })
    .execute();
  return id;
}

const selectErasures = (db: Db) =>
  db
    .selectFrom('erasures')
    .leftJoin('users as owners', 'owners.id', 'erasures.erased_by')
    .select([
      'erasures.id',
      'erasures.at',
      'erasures.erased_by as by',
      'erasures.person_hash',
      'erasures.counts',
      personName<string | null>('owners').as('by_name'),
    ]);

const orderings: Orderings<(typeof erasureOrderings)[number]> = { at: [sql`erasures.at`] };

type ErasureRow = Awaited<ReturnType<typeof listErasureRows>>['rows'][number];

function listErasureRows(db: Db, query: ErasuresQuery) {
  return pageOf(db, selectErasures(db), query, { orderings, fallback: '-at', tiebreak: sql`erasures.id` });
}

const erasureOnWire = ({ at, person_hash, ...erasure }: ErasureRow): Erasure => ({
  ...erasure,
  at: at.toISOString(),
  person_hash: Buffer.from(person_hash).toString('hex'),
});

/** One page of the erasures, as the API answers it. */
export async function listErasures(db: Db, query: ErasuresQuery): Promise<{ count: number; results: Erasure[] }> {
  const { count, rows } = await listErasureRows(db, query);
  return { count, results: rows.map(erasureOnWire) };
}

/** An erasure by id, as the API answers it. */
export async function findErasure(db: Db, id: string): Promise<Erasure> {
  return erasureOnWire(await selectErasures(db).where('erasures.id', '=', id).executeTakeFirstOrThrow());
}

/** The ids of all people who were erased, the first ones first: keep them outside the database, beside its backups. */
export async function erasedPeople(db: Db): Promise<{ id: string; at: Date }[]> {
  return db.selectFrom('erased_people').select(['id', 'at']).orderBy('at').orderBy('id').execute();
}

/**
 * Erases people again whose data a restored backup brought back: those who are recorded in the database as erased, and `ids`, a
 * list that was kept outside it. Safe to repeat. Call it before the backend serves anybody.
 * @returns the people of whom something was erased
 */
export async function eraseAgain(db: Db, now: Date, ids: readonly string[] = []): Promise<string[]> {
  const known = await erasedPeople(db);
  const again: string[] = [];
  for (const person of new Set([...known.map(({ id }) => id), ...ids])) {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', person).forUpdate().execute();
      const tallies = await eraseRows(trx, await subjectOf(trx, person, now), null);
      if (tallies.every(({ count, held }) => count === held)) return;
      await recordErasure(trx, { person, by: null, now, tallies });
      again.push(person);
    });
  }
  return again;
}
