import { expect, test } from '@jest/globals';
import { expectSameRecords } from '../../../tests/support/platformStreams.ts';
import { addFacts, type CheckedEvent, patchOf } from './facts.ts';

test('events give the same records, however they are shuffled, repeated and split', () => {
  expectSameRecords(200);
});

const event = (type: string, minute: number, data: object, interpreter: string | null = null) =>
  ({
    type: `signboard.${type}`,
    source: 'here',
    subject: 'request-1',
    interpreter,
    data,
    id: `${type} ${minute}`,
    at: `2024-05-01T09:0${minute}:00.000Z`,
  }) as CheckedEvent;

const asked = (minute: number) => event('request.created', minute, { category: `asked at ${minute}` });

test.each([
  ['waits until it is answered', [asked(0)], { started: null, ended: null }],
  [
    'counts the first answer, and the last end',
    [
      asked(0),
      event('request.answered', 2, {}, 'second'),
      event('request.answered', 1, {}, 'first'),
      event('request.ended', 3, {}),
      event('request.ended', 4, {}),
    ],
    { started: '2024-05-01T09:01:00.000Z', ended: '2024-05-01T09:04:00.000Z', interpreter: 'first' },
  ],
  [
    'is not answered before it was asked for, nor ends before it was answered, where clocks differ',
    [asked(3), event('request.answered', 2, {}, 'una'), event('request.ended', 1, {})],
    { started: '2024-05-01T09:03:00.000Z', ended: '2024-05-01T09:03:00.000Z' },
  ],
  [
    'is abandoned without an answer',
    [event('request.abandoned', 1, {}), asked(0)],
    { started: null, ended: '2024-05-01T09:01:00.000Z', interpreter: null },
  ],
])('a request %s', (_, events, times) => {
  expect(patchOf(addFacts({}, events))?.times).toMatchObject(times);
});
