import { describe, expect, it } from '@jest/globals';
import type { Status } from '../ship/status.ts';
import { fleetFile } from './fleetPage.ts';
import { type FleetRow, stateOf } from './fleetRow.ts';
import type { Finding, Live } from './live.ts';

const good: Finding = { state: 'good', words: 'fine' };
const digest = 'ab'.repeat(32);

const requested = {
  id: '1',
  time: '2026-11-20T10:00:00Z',
  act: 'ship' as const,
  tenant: 'iceland',
  version: '4.2.3',
  commit: 'c'.repeat(40),
  bundle: digest,
  images: { page: `sha256:${digest}` },
  before: {},
  result: 'done' as const,
};
const settled = {
  tenant: 'iceland',
  requested,
  registry: { page: { digest: `sha256:${digest}`, version: '4.2.3' } },
  running: null,
  state: 'settled',
  advice: null,
} as unknown as Status;

const live: Live = {
  url: 'https://iceland.example.org',
  page: good,
  headers: good,
  certificate: good,
  running: { version: '4.2.3', digest, commit: 'c'.repeat(40) },
  bytes: { ...good, words: '40 of 214 files compared, all as shipped', checked: 40, of: 214, differing: [] },
  api: { ...good, url: 'https://api.example.org/', version: '4.2.3' },
  database: good,
  outbox: good,
  jobs: good,
};

const inOrder: FleetRow = {
  id: 'iceland',
  brand: 'Táknljós',
  ring: 'rest',
  isStage: false,
  next: '4.2.3',
  icon: '<svg/>',
  ground: '#191d4d',
  status: settled,
  registryProblem: null,
  live,
  behind: 0,
  affected: [],
  suite: null,
};

describe('the overall state', () => {
  const bad: Finding = { state: 'bad', words: 'it answers 500' };
  it.each<[string, Partial<FleetRow>, string, string]>([
    ['in order', {}, 'good', '40 of 214 files compared, all as shipped.'],
    ['down, when the page is', { live: { ...live, page: bad } }, 'down', 'The page: it answers 500.'],
    ['down, when the database is', { live: { ...live, database: bad } }, 'down', 'The database: it answers 500.'],
    [
      'other bytes',
      { live: { ...live, bytes: { ...live.bytes, state: 'bad', words: '1 file differs from what was shipped' } } },
      ...(['bytes', '1 file differs from what was shipped.'] as const),
    ],
    [
      'another version, whose bytes differ of course',
      {
        live: {
          ...live,
          running: { version: '4.2.2', digest: '0', commit: '' },
          bytes: { ...live.bytes, state: 'bad' },
        },
      },
      ...(['version', 'It runs 4.2.2; 4.2.3 was requested.'] as const),
    ],
    [
      'another version, when only the API is',
      { live: { ...live, api: { ...live.api, version: '4.2.2' } } },
      ...(['version', 'The API runs 4.2.2; 4.2.3 was requested.'] as const),
    ],
    [
      'in order, when the API does not tell its version',
      { live: { ...live, api: { ...live.api, version: null } } },
      ...(['good', '40 of 214 files compared, all as shipped.'] as const),
    ],
    [
      'an open release',
      { status: { ...settled, state: 'interrupted', advice: 'Finish it.' } },
      ...(['unsettled', 'Finish it.'] as const),
    ],
    [
      'never shipped, where nothing answers',
      { status: { ...settled, requested: null, state: 'empty' }, live: { ...live, running: null, page: bad } },
      ...(['empty', 'Nothing was shipped to the registry yet.'] as const),
    ],
    [
      'down, when its API is, although this registry has nothing of it',
      { status: { ...settled, requested: null, state: 'empty' }, live: { ...live, api: { ...live.api, ...bad } } },
      ...(['down', 'The API: it answers 500.'] as const),
    ],
    [
      'attention to the first of two concerns',
      {
        live: {
          ...live,
          headers: { state: 'bad', words: 'missing: referrer-policy' },
          jobs: { state: 'warning', words: '2 failed' },
        },
      },
      ...(['attention', 'Jobs: 2 failed, and 1 more.'] as const),
    ],
    [
      'unknown, when the registry cannot be read',
      { status: null, registryProblem: 'registry.example.org: the registry requires a sign-in.' },
      ...(['unknown', 'registry.example.org: the registry requires a sign-in.'] as const),
    ],
  ])('is %s', (_, change, state, words) => {
    expect(stateOf({ ...inOrder, ...change })).toEqual({ state, words });
  });
});

describe('the page', () => {
  it('escapes what registries, servers and manifests say', () => {
    const text = fleetFile(
      [
        {
          ...inOrder,
          brand: '<b>&"',
          registryProblem: null,
          live: { ...live, page: { state: 'bad', words: '<script>alert(1)</script>' } },
        },
      ],
      new Date('2026-11-24T16:00:00Z'),
      { shipCommand: `npm run ship -- {ids} --url '"><i>'`, picturesOf: () => [] },
    );
    expect(text).not.toMatch(/<script>alert|<b>&"|<i>/);
    expect(text).toContain('The page: &lt;script&gt;alert(1)&lt;/script&gt;.');
    expect(text).toContain('Read at 2026-11-24 16:00:00 UTC');
  });

  it('shows a thousand deployments in less than ten megabytes', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ ...inOrder, id: `tenant-${index}` }));
    const text = fleetFile(rows, new Date('2026-11-24T16:00:00Z'), {
      shipCommand: 'npm run ship -- {ids}',
      picturesOf: () => [],
    });
    expect(text.match(/class="row good"/g)).toHaveLength(1000);
    expect(text.length).toBeLessThan(10_000_000);
  });
});
