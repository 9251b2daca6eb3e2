import type { AddRecords } from '../content.ts';
import { seededRandom } from '../random.ts';

/** Adds an import that was written long ago, so that its rows are gone. */
export const addRecords: AddRecords = async (trx, _deployment, { key, created }) => {
  await trx
    .insertInto('imports')
    .values({
      id: seededRandom(`${key}/imports`).id(),
      kind: 'contacts',
      file_name: 'contacts.csv',
      state: 'written',
      encoding: 'utf-8',
      delimiter: ';',
      sheets: [],
      headers: ['name', 'phoneNumber'],
      mapping: JSON.stringify({ name: 0, phoneNumber: 1 }),
      rows: 12,
      progress: 12,
      created,
      written: created,
      counts: JSON.stringify({ new: 11, changed: 1, unchanged: 0, refused: 0 }),
    })
    .execute();
};
