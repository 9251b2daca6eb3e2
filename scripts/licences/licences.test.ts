import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { installedPackage, licencesOf, type Passed } from './licences.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-licences-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function packageWith(name: string, files: Record<string, string>): Passed {
  const packageFolder = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(packageFolder, path, '..'), { recursive: true });
    writeFileSync(join(packageFolder, path), text);
  }
  return { name, version: '1.0.0', folder: packageFolder };
}

describe('the licences of a bundle or an image', () => {
  test('contain the text of a package that was given to the public', () => {
    expect(licencesOf([packageWith('free', { UNLICENSE: 'This is free and unencumbered software.' })])).toContain(
      'This is free and unencumbered software.',
    );
  });

  test('contain licence, notice and licences of parts of each package', () => {
    const text = licencesOf([
      packageWith('chart', {
        LICENSE: 'Apache License\r\n',
        NOTICE: 'Made by us.  \n',
        'licenses/LICENSE-parts': 'BSD',
      }),
      packageWith('tiny', { 'licence.md': '\uFEFFISC' }),
    ]);
    expect(text).toBe(
      [
        'This software contains the following third-party software.',
        '',
        '-'.repeat(80),
        'chart 1.0.0',
        '-'.repeat(80),
        '',
        'Apache License',
        '',
        'Made by us.',
        '',
        'BSD',
        '',
        '-'.repeat(80),
        'tiny 1.0.0',
        '-'.repeat(80),
        '',
        'ISC',
        '',
      ].join('\n'),
    );
  });

  test('list packages with the same text together, in any order of the packages', () => {
    const [first, second] = [packageWith('one', { LICENSE: 'MIT' }), packageWith('two', { LICENSE: 'MIT' })];
    expect(licencesOf([second, first])).toContain('one 1.0.0\ntwo 1.0.0\n');
    expect(licencesOf([first, second])).toBe(licencesOf([second, first]));
  });

  test('refuse a package without a text by its name, and say where to add one', () => {
    const silent = packageWith('@team/silent', { 'package.json': '{}' });
    expect(() => licencesOf([silent])).toThrow(
      "@team/silent 1.0.0 contains no licence text, so it must not be passed on. Find the text in the package's repository and add it as scripts/licences/texts/@team+silent.txt.",
    );
  });

  test('have the texts that were added by hand, the font’s OFL and the notice of the charts', () => {
    expect(licencesOf([installedPackage('node_modules/size-sensor')])).toContain('Copyright (c) hustcc');
    expect(licencesOf([installedPackage('node_modules/@fontsource-variable/inter')])).toContain(
      'SIL OPEN FONT LICENSE Version 1.1',
    );
    expect(licencesOf([installedPackage('node_modules/echarts')])).toContain(
      'This product includes software developed at\nThe Apache Software Foundation',
    );
  });
});
