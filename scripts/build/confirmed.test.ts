import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirm, shareConfirmed } from './confirmed.ts';
import { shareCache } from './verify.ts';

describe('a second build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'confirmed-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const cacheWith = (cache: string, ...made: string[]): string => {
    for (const path of made) {
      mkdirSync(join(folder, cache, path), { recursive: true });
      writeFileSync(join(folder, cache, path, 'content'), path);
    }
    return join(folder, cache);
  };

  it('makes entries again that are not confirmed, and reuses the others', () => {
    const made = ['compile/a', 'base/page-1', 'layers/native-1'];
    const others = ['compile/b', 'base/api-1', 'base/packages', 'layers/packages-1'];
    const first = cacheWith('first', ...made, ...others);
    const second = cacheWith('second', ...made);
    const third = join(folder, 'third');
    shareConfirmed(first, third);
    expect(existsSync(third)).toBe(false);
    confirm(first, second);
    shareConfirmed(first, third);
    const shared = [...made, ...others].filter((path) => existsSync(join(third, path, 'content')));
    expect(shared).toEqual(made);
  });

  it('takes over what was downloaded and compressed, and makes its own compiles, bases and layers', () => {
    const given = ['npm/a', 'compressed/a', 'base/packages/a'];
    const first = cacheWith('full', ...given, 'compile/a', 'base/page-1', 'layers/packages-1');
    const second = join(folder, 'own');
    shareCache(first, second);
    expect(given.filter((path) => !existsSync(join(second, path, 'content')))).toEqual([]);
    expect(['compile', 'base/page-1', 'layers'].filter((path) => existsSync(join(second, path)))).toEqual([]);
  });

  it('makes a base again that the first build has replaced since', () => {
    const first = cacheWith('changing', 'base/page-1');
    confirm(first, cacheWith('same', 'base/page-1'));
    rmSync(join(first, 'base/page-1'), { recursive: true });
    cacheWith('changing', 'base/page-1');
    shareConfirmed(first, join(folder, 'later'));
    expect(existsSync(join(folder, 'later'))).toBe(false);
  });
});
