import { expect, test } from '@jest/globals';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { tenantIds } from '../../tenants/tenantIds.ts';
import { loadDeployment } from '../loadDeployment.ts';
import { countryWords, phoneIn } from './locale.ts';
import { seededRandom } from './random.ts';

test.each(tenantIds())('%s has demo telephone numbers that its forms accept', async (id) => {
  const country = countryWords(await loadDeployment(id));
  const random = seededRandom(id);
  const numbers = Array.from({ length: 100 }, () => phoneIn(country, random));
  expect(numbers.filter((number) => !isValidPhoneNumber(number))).toEqual([]);
});
