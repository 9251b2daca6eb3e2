import { expect, test } from '@jest/globals';
import { levelOf, movedTo, stepped } from './order.ts';

const tree = [
  {
    id: 'a',
    name: 'A',
    below: [
      { id: 'a1', name: 'A1' },
      { id: 'a2', name: 'A2' },
    ],
  },
  { id: 'b', name: 'B' },
  { id: 'c', name: 'C' },
];

test('a record is found on its level, with its parent', () => {
  expect(levelOf(tree, 'b')).toEqual({ parent: null, items: tree });
  expect(levelOf(tree, 'a2')).toMatchObject({ parent: 'a', items: [{ id: 'a1' }, { id: 'a2' }] });
  expect(levelOf(tree, 'nobody')).toBeUndefined();
});

test('a record dropped before or after another is there, and only there', () => {
  expect(movedTo(tree, 'a', 'c', 'after')).toEqual(['b', 'c', 'a']);
  expect(movedTo(tree, 'c', 'a', 'before')).toEqual(['c', 'a', 'b']);
  expect(movedTo(tree, 'b', 'b', 'after')).toEqual(['a', 'b', 'c']);
});

test('a step leads to the next place, and nowhere from the last one', () => {
  expect(stepped(tree, 1, 'up')).toEqual(['b', 'a', 'c']);
  expect(stepped(tree, 1, 'down')).toEqual(['a', 'c', 'b']);
  expect(stepped(tree, 2, 'first')).toEqual(['c', 'a', 'b']);
  expect(stepped(tree, 0, 'last')).toEqual(['b', 'c', 'a']);
  expect([stepped(tree, 0, 'up'), stepped(tree, 2, 'down'), stepped(tree, 0, 'first')]).toEqual([null, null, null]);
});
