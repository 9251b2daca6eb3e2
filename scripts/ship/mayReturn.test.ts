import { describe, expect, test } from '@jest/globals';
import type { Release } from './ledger.ts';
import { checkNotFailed, checkReturn } from './mayReturn.ts';

const shipped = (version: string, newest?: string, oldest?: string): Release => ({
  id: version,
  time: '2026-03-01T10:00:00.000Z',
  act: 'ship',
  tenant: 'iceland',
  version,
  commit: 'c0ffee',
  bundle: 'f00d',
  images: { page: `sha256:${version}` },
  before: {},
  result: 'done',
  schema: newest && oldest ? { newest, oldest } : undefined,
});

const first = shipped('4.2.0');
const second = shipped('4.3.0', '050_rooms', '042_captions');
const third = shipped('4.4.0', '051_more_rooms', '042_captions');
const contraction = shipped('4.5.0', '052_no_captions', '052_no_captions');
const last = shipped('4.6.0', '053_words', '052_no_captions');

describe('a release to which a deployment shall return', () => {
  test('may be older than the tables if no later release took something away', () => {
    expect(() => checkReturn([first, second, third], second)).not.toThrow();
    expect(() => checkReturn([second, contraction, last], contraction)).not.toThrow();
  });

  test('is refused over a contraction, even if the last release only added to it', () => {
    expect(() => checkReturn([second, third, contraction, last], third)).toThrow(
      '4.4.0 of iceland cannot run on its database any more: 4.5.0 took something away that it needs (migration 052_no_captions; ' +
        'the last one of 4.4.0 is 051_more_rooms). Ship a new version with the correction. If the database was restored to a backup ' +
        'from before 4.5.0: npm run ship -- iceland --to 4.4.0 --restored',
    );
  });

  test('may be a page without an API, whose database is not part of the release', () => {
    expect(() => checkReturn([first, contraction], first)).not.toThrow();
  });
});

describe('a version that failed in a wave', () => {
  const failed: Release = { ...last, wave: 'rest', result: 'failed', note: 'it was sick' };

  test('is refused with the reason, and with the ways out', () => {
    expect(() => checkNotFailed([contraction, failed, contraction], '4.6.0')).toThrow(
      '4.6.0 of iceland failed in wave rest (it was sick). Ship a correction under a higher version (npm run tenants -- bump iceland), ' +
        'or give --again to use this version all the same.',
    );
    expect(() => checkNotFailed([contraction, failed], '4.5.0')).not.toThrow();
  });

  test('is accepted after somebody used it again', () => {
    expect(() => checkNotFailed([failed, last], '4.6.0')).not.toThrow();
  });
});
