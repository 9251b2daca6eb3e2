import { expect, test } from '@jest/globals';
import { readAll } from './readAll.ts';

/** Reads all pages of a list of ids, which changes before a page is read. */
async function read(before: readonly number[], changes: Readonly<Record<number, readonly number[]>>) {
  let list = before;
  const found: number[] = [];
  const pages = readAll(async (page, size) => {
    list = changes[page] ?? list;
    const results = list.slice((page - 1) * size, page * size).map((id) => ({ id }));
    return { count: list.length, results };
  });
  for await (const { items } of pages) found.push(...items.map(({ id }) => id));
  return found;
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('a list is read to its end, also if that is the end of a page', async () => {
  expect(await read(from(1, 250), {})).toEqual(from(1, 250));
  expect(await read(from(1, 200), {})).toEqual(from(1, 200));
  expect(await read([], {})).toEqual([]);
});

test('a record that moves to a later page while the list is read is there once, and the rest is not lost', async () => {
  // A new record at the top moves the last one of the first page to the second, and so on.
  expect(await read(from(1, 250), { 2: [0, ...from(1, 250)] })).toEqual(from(1, 250));
  // Another new one before the third page.
  expect(await read(from(1, 250), { 2: [0, ...from(1, 250)], 3: [-1, 0, ...from(1, 250)] })).toEqual(from(1, 250));
});
