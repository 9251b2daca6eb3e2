import { test } from '@jest/globals';
import { expectSameRecords } from '../support/platformStreams.ts';

test('10,000 streams of a video platform give the same records, however they are shuffled, repeated and split', () => {
  expectSameRecords(10_000);
});
