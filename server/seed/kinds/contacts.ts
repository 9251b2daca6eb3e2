import type { AddRecords } from '../content.ts';
import { contentWords, countryWords, phoneIn } from '../locale.ts';
import { seededRandom } from '../random.ts';

/** Adds common phone numbers. */
export const addRecords: AddRecords = async (trx, deployment, { key, created }) => {
  const random = seededRandom(`${key}/contacts`);
  const country = countryWords(deployment);
  const contacts = contentWords(deployment).contacts.map((name) => {
    return { id: random.id(), name, phoneNumber: phoneIn(country, random), created };
  });
  await trx.insertInto('contacts').values(contacts).execute();
};
