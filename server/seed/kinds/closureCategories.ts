import type { AddRecords } from '../content.ts';
import { contentWords } from '../locale.ts';
import { seededRandom } from '../random.ts';

/** Adds the closure categories in order; the database assigns their positions. */
export const addRecords: AddRecords = async (trx, deployment, { key, created }) => {
  const random = seededRandom(`${key}/closure`);
  for (const { title, group, subcategories } of contentWords(deployment).closure) {
    const parent = random.id();
    await trx.insertInto('closure_categories').values({ id: parent, title, group, parent_id: null, created }).execute();
    for (const below of subcategories)
      await trx
        .insertInto('closure_categories')
        .values({ id: random.id(), title: below, group: null, parent_id: parent, created })
        .execute();
  }
};
