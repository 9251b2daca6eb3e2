import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cachedLayer } from './cachedLayer.ts';

test('a layer is reported with its size when it is made, and taken from the cache without a word', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'layers-'));
  const reports: string[] = [];
  const entries = async () => [{ path: 'app/one', content: Buffer.alloc(100), mode: 0o644 }];
  try {
    for (let times = 0; times < 2; times += 1)
      await cachedLayer(cache, 'packages', ['key'], entries, (line) => reports.push(line));
    expect(reports).toEqual([expect.stringMatching(/^Made the layer packages, \d+\.\d MB$/)]);
  } finally {
    rmSync(cache, { recursive: true });
  }
});
