import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tenantsFolder, type TenantsFolder } from '../tests/support/tenantsFolder.ts';
import { loadTenant, ManifestError } from './manifest.ts';

let folder: TenantsFolder;

beforeEach(() => {
  folder = tenantsFolder(['estonia', 'estonia-stage', 'iceland']);
});
afterEach(() => folder.remove());

const give = (id: string, retention: string) =>
  folder.replace(id, '"brand":', `"retention": ${retention},\n  "brand":`);

const retentionOf = async (id: string) => (await loadTenant(id, { root: folder.root })).manifest.retention;

async function messages(id: string): Promise<string[]> {
  try {
    await loadTenant(id, { root: folder.root });
    return [];
  } catch (error) {
    if (error instanceof ManifestError) return error.problems.map(({ message, fix }) => `${message} ${fix}`);
    throw error;
  }
}

const defaults = {
  recordings: 90,
  security_events: 365,
  audit: null,
  interpretations: null,
  reservations: null,
  absences: null,
  feedback: null,
};

describe('the retention of a deployment', () => {
  test('keeps everything but recordings and the security log, unless the manifest has a period', async () => {
    expect(await retentionOf('iceland')).toEqual(defaults);
    give('iceland', '{ "interpretations": 1100 }');
    expect(await retentionOf('iceland')).toEqual({ ...defaults, interpretations: 1100 });
  });

  test('is inherited per kind', async () => {
    give('estonia', '{ "recordings": 30, "feedback": 800 }');
    give('estonia-stage', '{ "recordings": 7 }');
    expect(await retentionOf('estonia-stage')).toEqual({ ...defaults, recordings: 7, feedback: 800 });
  });

  test.each([
    ['recordings', 0, 1],
    ['security_events', 29, 30],
    ['audit', 364, 365],
    ['interpretations', 730, 731],
    ['reservations', 365, 366],
    ['absences', 30, 31],
    ['feedback', 730, 731],
  ])('of %s may not be %i days, but %i', async (kind, tooShort, shortest) => {
    give('iceland', `{ "${kind}": ${tooShort} }`);
    expect((await messages('iceland')).join()).toContain(kind);
    folder.replace('iceland', `"${kind}": ${tooShort}`, `"${kind}": ${shortest}`);
    expect(await messages('iceland')).toEqual([]);
  });

  test('of recordings and of the security log cannot be without end, and no other kind has a period', async () => {
    give('iceland', '{ "recordings": null }');
    expect(await messages('iceland')).toHaveLength(1);
    folder.replace('iceland', '"recordings": null', '"users": 900');
    expect((await messages('iceland')).join()).toContain('users');
  });
});
