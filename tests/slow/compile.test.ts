import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadTenant, tenantIds } from '../../tenants/manifest.ts';

const repository = resolve(import.meta.dirname, '../..');

describe('npm run compile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-compile-'));
  const stats = join(folder, 'stats.json');
  const out = join(folder, 'out');
  let status: number | null;
  let said: string;

  beforeAll(() => {
    const run = spawnSync('npm', ['run', '--silent', 'compile', '--', '--output-path', out, '--json', stats], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    ({ status } = run);
    said = run.stdout + run.stderr;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const scripts = () => readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));

  it('is the compile of the build, without a deployment', async () => {
    expect({ status, said }).toMatchObject({ status: 0 });
    expect(scripts()).toEqual(expect.arrayContaining(['app.js', 'boot.js', 'runtime.js', 'vendor.js']));
    const text = scripts()
      .map((file) => readFileSync(join(out, file), 'utf8'))
      .join('\n');
    for (const { tenant } of await Promise.all(tenantIds().map((id) => loadTenant(id)))) {
      expect(text).not.toContain(tenant.brand);
      expect(text).not.toContain(tenant.support.email);
    }
  });

  it('writes statistics for an analyser: every module and its chunk', () => {
    const { chunks, modules } = JSON.parse(readFileSync(stats, 'utf8')) as {
      chunks: unknown[];
      modules: { name: string }[];
    };
    expect(chunks.length).toBeGreaterThan(10);
    expect(modules.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringContaining('src/main.tsx')]));
  });
});
