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
    for (const id of ['brazil', 'iceland'])
      expect(differences(here.path('dist', id), there.path('dist', id))).toEqual([]);
  });

  it('are byte-identical if comments are added to every file', () => {
    const digests = () => here.buildJson(['--no-compress']).built.map(({ digest }) => digest);
    const before = digests();
    for (const file of ['src/App.tsx', 'src/main.tsx', 'src/boot.ts', 'src/features/feedback/index.ts'])
      here.edit(file, (text) => `/** A comment. */\n${text}\n// And another.\n`);
    expect(digests()).toEqual(before);
    here.edit('src/App.tsx', (text) => text.replace('padding: 16px', 'padding: 17px'));
    expect(digests()).not.toEqual(before);
  });

  it('are compared by --verify', () => {
    const { status, out } = here.build(['--verify', 'iceland']);
    expect(out).toMatch(
      /Two builds give the same bytes: \d+ files and 0 images compared; compressed copies were made once\n/,
    );
    expect(status).toBe(0);
  });
});
