import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirm, shareConfirmed } from './confirmed.ts';

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
    const first = cacheWith('first', 'compile/a', 'compile/b', 'base/page-1', 'base/api-1', 'base/packages');
    const second = cacheWith('second', 'compile/a', 'base/page-1');
    const third = join(folder, 'third');
    shareConfirmed(first, third);
    expect(existsSync(third)).toBe(false);
    confirm(first, second);
    shareConfirmed(first, third);
    const shared = ['compile/a', 'compile/b', 'base/page-1', 'base/api-1', 'base/packages'].filter((path) =>
      existsSync(join(third, path, 'content')),
    );
    expect(shared).toEqual(['compile/a', 'base/page-1']);
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
