import { expect, test } from '@jest/globals';
import { randomId } from './randomId.ts';

// R205
test('an id is twelve random bytes in hexadecimal', () => {
  const ids = Array.from({ length: 100 }, randomId);
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
