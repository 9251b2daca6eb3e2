import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BuildRoot } from '../support/buildRoot.ts';

const repository = resolve(import.meta.dirname, '../..');
const ids = ['canadavri', 'iceland'];

let root: BuildRoot;
beforeAll(() => {
  root = new BuildRoot(ids, 'app');
  expect(root.build().err).toBe('');
});
afterAll(() => root.remove());

describe('the licences of a bundle', () => {
  it.each(ids)(
    'name every package in the bundle of %s and the public holidays with their version, and no other one',
    (id) => {
      const { packages } = JSON.parse(root.read(id, '.meta/bundle.json')) as { packages: string[] };
      const wanted = [...packages, 'node_modules/date-holidays'].map((key) => {
        const { name, version } = JSON.parse(readFileSync(resolve(repository, key, 'package.json'), 'utf8'));
        return `${name} ${version}`;
      });
      const rule = '-'.repeat(80);
      const titles = root
        .read(id, 'licences.txt')
        .split(`${rule}\n`)
        .filter((_, index) => index % 2 === 1)
        .flatMap((section) => section.trimEnd().split('\n'));
      expect(titles.sort()).toEqual([...new Set(wanted)].sort());
      expect(titles).toEqual(expect.arrayContaining([expect.stringMatching(/^react-dom 19\./)]));
    },
  );

  it('have the texts of the font, of the charts and their parts', () => {
    const text = root.read('iceland', 'licences.txt');
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
    expect(text).toContain('Apache ECharts');
    expect(text).toContain('Mike Bostock');
    expect(text).toContain('CC BY-SA 3.0 Attributions');
  });

  it('are compressed like the rest', () => {
    const compressed = brotliDecompressSync(readFileSync(root.path('dist/iceland/licences.txt.br')));
    expect(compressed.toString('utf8')).toBe(root.read('iceland', 'licences.txt'));
  });
});
