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
  const found = searchIn(search, [sql`title`], sql`id`);
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

/** A slider by id, locked until the transaction ends. */
export function lockSlider(trx: Db, id: string) {
  return selectSliders(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The ids of all sliders. */
export async function sliderIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sliders').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Adds a slider in the last position. */
export async function insertSlider(trx: Db, slider: { id: string; title: string; created: Date }): Promise<void> {
  await trx.insertInto('sliders').values(slider).execute();
}

/** Changes the title of a slider. */
export async function retitleSlider(trx: Db, id: string, title: string): Promise<void> {
  await trx.updateTable('sliders').set({ title }).where('id', '=', id).execute();
}

/** Increments the version of a slider, for a change outside its row. */
export async function incrementVersion(trx: Db, id: string): Promise<void> {
  await trx.updateTable('sliders').set({ id }).where('id', '=', id).execute();
}

/** Deletes a slider with its image; later sliders move up. */
export async function deleteSlider(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('sliders').where('id', '=', id).execute();
}
