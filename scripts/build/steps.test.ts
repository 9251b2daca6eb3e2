import { afterEach, expect, jest, test } from '@jest/globals';
import { stepFor } from './steps.ts';

const { isTTY, columns } = process.stdout;
const { CI } = process.env;
afterEach(() => {
  Object.assign(process.stdout, { isTTY, columns });
  if (CI !== undefined) process.env['CI'] = CI;
  jest.restoreAllMocks();
});

test('a terminal that does not say how wide it is gets each line as it is', async () => {
  Object.assign(process.stdout, { isTTY: true, columns: 0 });
  delete process.env['CI'];
  const log = jest.spyOn(console, 'log').mockReturnValue();
  const step = await stepFor(false);
  await step('Build', async (report) => report('Branded 1 of 1: iceland 4.2.3'));
  expect(log.mock.calls).toEqual([['Branded 1 of 1: iceland 4.2.3']]);
});
