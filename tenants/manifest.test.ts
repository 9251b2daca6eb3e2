import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { schemaFiles } from '../scripts/tenants/schemaFiles.ts';
import { flagDefaults, type Flags, type ManifestFlag, manifestFlags } from '../contract/flags.ts';
import { difference } from './colour.ts';
import { checkTenants, loadTenant, tenantIds, type LoadedTenant } from './manifest.ts';
import { tenantsRoot } from './tenantIds.ts';

type Row = {
  country: string | null;
  /** The instance of its languages; the country otherwise. */
  instance?: string;
  timeZone: string;
  languages: string[];
  version: string;
  flags?: Partial<Flags>;
  reserved?: number[];
  stage?: true;
};

const everyLanguage = ['en', 'lt', 'es', 'ee', 'pt', 'sk', 'is'];
const everyFlagOn = Object.fromEntries(manifestFlags.map((flag) => [flag, true])) as Flags;

/** The table “Deployments” of the requirements, written out: languages, versions, and differences from the defaults. */
const deployments: Record<string, Row> = {
  argentina: {
    country: 'AR',
    timeZone: 'America/Argentina/Buenos_Aires',
    languages: ['es', 'en'],
    version: '4.1.7',
    flags: { registration: true },
    reserved: [1, 2],
  },
  australia: {
    country: 'AU',
    timeZone: 'Australia/Sydney',
    languages: ['en'],
    version: '4.2.0',
    flags: { transcription: true },
  },
  belgium: {
    country: 'BE',
    timeZone: 'Europe/Brussels',
    languages: ['en'],
    version: '4.1.0',
    flags: { nationalId: true, sliders: false },
  },
  brazil: {
    country: 'BR',
    timeZone: 'America/Sao_Paulo',
    languages: ['pt', 'en'],
    version: '4.2.1',
    flags: { registration: true },
  },
  canadavri: {
    country: 'CA',
    timeZone: 'America/Vancouver',
    languages: ['en'],
    version: '4.0.6',
    flags: { live: false, relay: false, emergencySchedules: false, queues: false },
  },
  colombia: {
    country: 'CO',
    timeZone: 'America/Bogota',
    languages: ['es', 'en'],
    version: '4.1.9',
    flags: { registration: true },
    reserved: [1, 2],
  },
  dev: {
    country: null,
    instance: 'dev',
    timeZone: 'UTC',
    languages: everyLanguage,
    version: '5.0.0',
    flags: { ...everyFlagOn, twoFactor: false },
  },
  estonia: {
    country: 'EE',
    timeZone: 'Europe/Tallinn',
    languages: ['ee', 'en'],
    version: '4.3.0',
    flags: { nationalId: true },
  },
  'estonia-stage': {
    country: 'EE',
    timeZone: 'Europe/Tallinn',
    languages: ['ee', 'en'],
    version: '4.4.0',
    flags: { nationalId: true },
    stage: true,
  },
  iceland: {
    country: 'IS',
    instance: 'ISL',
    timeZone: 'Atlantic/Reykjavik',
    languages: ['is', 'en'],
    version: '4.2.3',
    flags: { nationalId: true, departments: false },
  },
  lithuania: {
    country: 'LT',
    timeZone: 'Europe/Vilnius',
    languages: ['lt', 'en'],
    version: '4.2.8',
    flags: { nationalId: true },
    reserved: [1, 2],
  },
  portugal: {
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    languages: ['pt', 'en'],
    version: '4.2.2',
    flags: { nationalId: true },
  },
  romania: {
    country: 'RO',
    timeZone: 'Europe/Bucharest',
    languages: ['en'],
    version: '4.1.2',
    flags: { registration: true, relay: false },
  },
  slovakia: {
    country: 'SK',
    timeZone: 'Europe/Bratislava',
    languages: ['sk', 'en'],
    version: '4.2.5',
    flags: { transcription: true },
  },
  stage: {
    country: null,
    instance: 'stage',
    timeZone: 'Europe/Tallinn',
    languages: everyLanguage,
    version: '4.9.0',
    flags: { registration: true, nationalId: true },
    stage: true,
  },
};

const checked = await checkTenants();
const all = checked.flatMap(({ tenant }) => tenant ?? []);
const distinct = (pick: (tenant: LoadedTenant) => string) => new Set(all.map(pick)).size;

describe('the deployments', () => {
  // R1
  test('are exactly the fifteen of the requirements (R1)', () => {
    expect(tenantIds()).toEqual(Object.keys(deployments));
  });

  test('pass every check, alone and against each other', () => {
    expect(checked.flatMap(({ problems }) => problems)).toEqual([]);
  });

  // R2, R9, R10, R13, R137, R138
  test.each(Object.entries(deployments))('%s: as required (R2, R9, R10, R13)', async (id, row) => {
    const { manifest, tenant } = await loadTenant(id);
    expect(manifest).toMatchObject({
      id,
      country: row.country,
      phoneCountry: row.country,
      timeZone: row.timeZone,
      languages: row.languages,
      version: row.version,
      stage: row.stage ?? false,
      allowedRoles: ['interpreter', 'manager', 'owner'],
      reservedQueuePriorities: row.reserved ?? [1],
    });
    const { singleSignOn: _sso, webPush: _push, ...defaults } = flagDefaults;
    expect(manifest.flags).toEqual({ ...defaults, ...row.flags });
    expect(tenant.languages.map(({ value, instance }) => [value, instance])).toEqual(
      row.languages.map((language) => [language, row.instance ?? row.country]),
    );
  });

  // R7, R8, R11
  test('each have a unique logo, accent, progress bar and brand (R7, R8, R11, R12)', () => {
    const pictures = (['light', 'dark', 'icon'] as const).map((kind) =>
      distinct(({ logos }) => logos[kind].toString('utf8')),
    );
    expect(pictures).toEqual([15, 15, 15]);
    expect(distinct(({ tokens }) => tokens.light.accent)).toBe(15);
    expect(distinct(({ tokens }) => tokens.dark.accent)).toBe(15);
    expect(distinct(({ tokens }) => tokens.light.progress)).toBe(15);
    expect(distinct(({ manifest }) => manifest.brand)).toBe(15);
  });

  test('name each language in that language', async () => {
    const { tenant } = await loadTenant('dev');
    expect(tenant.languages.map(({ label }) => label)).toEqual([
      'English',
      'Lietuvių',
      'Español',
      'Eesti',
      'Português',
      'Slovenčina',
      'Íslenska',
    ]);
  });

  test('share no brand, support contact or host, so that a leak of one into another is found by the real values too', () => {
    const owners = Map.groupBy(
      all.flatMap(({ id, isolationMarkers }) => isolationMarkers.map((marker) => ({ id, marker }))),
      ({ marker }) => marker,
    );
    expect([...owners.values()].filter((those) => those.length > 1)).toEqual([]);
    for (const { manifest, isolationMarkers } of all)
      expect(isolationMarkers).toEqual(expect.arrayContaining([manifest.brand, manifest.support.email]));
  });

  test('differ visibly from each other: accents by at least 6, progress bars by at least 5 (CIEDE2000)', () => {
    const nearest = (colour: (tenant: LoadedTenant) => string) =>
      Math.min(
        ...all.flatMap((tenant, index) =>
          all.slice(0, index).map((other) => difference(colour(tenant), colour(other))),
        ),
      );
    expect(nearest(({ tokens }) => tokens.light.accent)).toBeGreaterThanOrEqual(6);
    expect(nearest(({ tokens }) => tokens.dark.accent)).toBeGreaterThan(2);
    expect(nearest(({ manifest }) => manifest.progress)).toBeGreaterThanOrEqual(5);
    expect(checked.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test('set every flag, unless they extend another', () => {
    for (const id of tenantIds()) {
      const written = JSON.parse(readFileSync(join(tenantsRoot, id, 'manifest.json'), 'utf8')) as {
        extends?: string;
        flags?: Record<ManifestFlag, boolean>;
      };
      if (written.extends === undefined) expect(Object.keys(written.flags ?? {})).toEqual(manifestFlags);
    }
  });
});

test('the JSON schema for editors and the compiled check are generated from the same schema', async () => {
  for (const { path, content } of await schemaFiles()) expect(readFileSync(path, 'utf8')).toBe(content);
});
