import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { differences } from '../../scripts/build/verify.ts';
import { BuildRoot } from '../support/buildRoot.ts';

describe('two builds of the same sources', () => {
  let here: BuildRoot;
  let there: BuildRoot;

  beforeAll(() => {
    [here, there] = [new BuildRoot(['brazil', 'iceland']), new BuildRoot(['brazil', 'iceland'])];
  });
  afterAll(() => {
    here.remove();
    there.remove();
  });

  it('are byte-identical in other folders, time zones and locales', () => {
    here.build([], { TZ: 'America/Vancouver', LANG: 'en_CA.UTF-8', LC_ALL: 'en_CA.UTF-8' });
    there.build([], { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', NODE_ENV: 'development' });
    expect(here.files('iceland').length).toBeGreaterThan(20);
    expect(differences(here.path('dist'), there.path('dist'))).toEqual([]);
  });

  it('are compared by --verify', () => {
    const { status, out } = here.build(['--verify', 'iceland']);
    expect(out).toMatch(/Two builds give the same bytes: \d+ files compared/);
    expect(status).toBe(0);
  });
});
