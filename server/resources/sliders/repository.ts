import { sql, type Kysely } from 'kysely';
import type { sliderOrderings, SlidersQuery } from '../../../contract/sliders.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof sliderOrderings)[number]> = {
  position: [sql`position`],
  title: [alphabetically(sql`title`)],
  created: [sql`created`],
};

function selectSliders(db: Db) {
  return db.selectFrom('sliders').select(['id', 'version', 'title', 'position', 'created']);
}

/** One page of the sliders. */
export function listSliders(db: Db, { search, ...query }: SlidersQuery) {
  const found = searchIn(search, [sql`title`]);
  const sliders = selectSliders(db);
  return pageOf(db, found ? sliders.where(found) : sliders, query, {
    orderings,
    fallback: 'position',
    tiebreak: sql`id`,
  });
}

/** A slider by id. */
export function findSlider(db: Db, id: string) {
  return selectSliders(db).where('id', '=', id).executeTakeFirst();
}

/** A slider by id, which nobody else changes until the transaction ends. */
export function lockSlider(trx: Db, id: string) {
  return selectSliders(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The ids of all sliders. */
export async function sliderIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sliders').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Adds a slider in the last place. */
export async function insertSlider(trx: Db, slider: { id: string; title: string; created: Date }): Promise<void> {
  await trx.insertInto('sliders').values(slider).execute();
}

/** Gives a slider another title. */
export async function retitleSlider(trx: Db, id: string, title: string): Promise<void> {
  await trx.updateTable('sliders').set({ title }).where('id', '=', id).execute();
}

/** Makes a slider another version, for a change that is not in its own row. */
export async function touchSlider(trx: Db, id: string): Promise<void> {
  await trx.updateTable('sliders').set({ id }).where('id', '=', id).execute();
}

/** Deletes a slider with its image; those behind it move up. */
export async function deleteSlider(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('sliders').where('id', '=', id).execute();
}
