import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContentStore } from './contentStore.ts';

describe('a compressed file that bundles share', () => {
  let cache: string;
  beforeAll(() => {
    cache = mkdtempSync(join(tmpdir(), 'signboard-contents-'));
  });
  afterAll(() => rmSync(cache, { recursive: true }));

  const compress = async () => (await new ContentStore(cache).compress('abcdef', () => Buffer.from('Good morning'))).gz;

  it('cannot be written to', async () => {
    const { source } = await compress();
    expect(statSync(source).mode & 0o777).toBe(0o444);
  });

  it('is written again if it was edited', async () => {
    const { source } = await compress();
    chmodSync(source, 0o644);
    writeFileSync(source, 'edited');
    const again = await compress();
    expect(gunzipSync(readFileSync(again.source)).toString()).toBe('Good morning');
  });
});
