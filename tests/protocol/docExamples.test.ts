import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { platformExamples } from '../../contract/platformExamples.ts';
import { readAccepted } from '../../scripts/ship/acceptedAdvisories.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { anyDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { checkValues } from '../support/chart.ts';
import { type DocExample, docExample, docExamples, docPages } from '../support/docExamples.ts';
import { addressOf } from '../support/events.ts';
import { platformOf } from '../support/platform.ts';
import { tenantsFolder } from '../support/tenantsFolder.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The kinds of blocks that show something, so there is nothing to execute. */
const shown = ['text', 'http', 'mermaid'];

/** A place in a test that names a page and words of an example, or the kind of several examples. */
type Execution = { page: string; by: 'words' | 'kind'; value: string };

function executions(): Execution[] {
  const named = /(\w+\(|\[)\s*(?:'[\w-]+',\s*)?'((?:docs\/\w+\/[\w-]+|README)\.md)',\s*'([^'\n]+)'/g;
  return globSync('{contract,scripts,server,tests}/**/*.test.ts', { cwd: repository, exclude: ['**/node_modules/**'] })
    .flatMap((file) => [...readFileSync(join(repository, file), 'utf8').matchAll(named)])
    .map(([, caller = '', page = '', value = '']) => ({
      page,
      by: caller === 'docExamplesOfKind(' ? 'kind' : 'words',
      value,
    }));
}

/** Whether a test executes an example. A rehearsal of a restore executes those with a label, which it needs. */
function isExecuted({ page, kind, label, untested, text }: DocExample, all: readonly Execution[]): boolean {
  if (label !== '' && untested === null) return true;
  return all.some(
    ({ page: named, by, value }) => named === page && (by === 'kind' ? kind === value : text.includes(value)),
  );
}

describe('the examples of the documentation', () => {
  // scripts/goLive.test.ts checks the page that has a test or a reason below each of its steps.
  const all = docPages.filter((page) => page !== 'docs/ops/go-live.md').flatMap(docExamples);

  it('are each executed by a test, or have the reason why not beside them', () => {
    const found = executions();
    const tested = all.filter((example) => isExecuted(example, found));
    const others = all.filter(({ kind }) => !shown.includes(kind)).filter((example) => !tested.includes(example));
    expect(others.filter(({ untested }) => untested === null)).toEqual([]);
    expect(tested.filter(({ untested }) => untested !== null)).toEqual([]);
  });

  it('of single sign-on is a valid part of a manifest', async () => {
    const folder = tenantsFolder(['estonia']);
    const example = docExample('docs/ops/single-sign-on.md', '"singleSignOn"')
      .replace('<tenant id>', 'contoso')
      .replace('<application id>', 'signboard');
    folder.replace('estonia', /^\{/, `{ ${example},`);
    expect((await loadTenant('estonia', { root: folder.root })).manifest.singleSignOn).toMatchObject({
      clientId: 'signboard',
      domains: ['contoso.example'],
    });
    folder.remove();
  });

  it('of the chart is accepted by its schema', () => {
    const example = docExample('docs/ops/chart.md', 'tenant: iceland');
    expect(checkValues(parse(example.replaceAll('sha256:…', `sha256:${'0'.repeat(64)}`)))).toEqual([]);
  });

  it('of accepted advisories can be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signboard-examples-'));
    const file = join(folder, 'advisories.json');
    writeFileSync(file, docExample('docs/ops/ship.md', '"reason"'));
    const { valid } = readAccepted(file, new Date('2026-12-31'));
    expect(valid).toMatchObject([{ id: 'CVE-2026-0001', package: 'axios' }]);
    rmSync(folder, { recursive: true });
  });
});

/** Runs a program on the lines of an example, with this environment, and returns how it ended and what it printed. */
function runLines(
  [program = '', ...args]: string[],
  { lines, cwd, env }: { lines: string; cwd: string; env: Record<string, string> },
): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'], ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    child.on('close', (code) => done({ code, output }));
    child.stdin.end(lines);
  });
}

describe.each(anyDatabase)('the examples for video platforms, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-examples-'));
    writeFileSync(join(folder, 'recording-9.webm'), grayFilm(7));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'curl',
      'docs/ops/platform.md',
      '--upload-file',
      (lines: string) => ({ program: ['sh', '-eu'], cwd: folder, lines }),
    ],
    [
      'tus-js-client',
      'docs/ops/platform.md',
      'new tus.Upload',
      (lines: string) => ({
        program: [process.execPath, '--input-type=module', '-'],
        cwd: repository,
        lines: `import * as tus from 'tus-js-client';
          import { readFileSync } from 'node:fs';
          const file = readFileSync(${JSON.stringify(join(folder, 'recording-9.webm'))});
          const secret = process.env.SECRET;
          ${lines}`,
      }),
    ],
  ])('upload a recording with %s, which the interpretation then has', async (_, page, words, programOf) => {
    const app = await backend.app();
    const owner = callsOf(app, await backend.signedIn());
    await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
    const account = { name: 'Video', scopes: ['platform'], days: 30 };
    const { secret } = (await owner.post('/service_accounts/', account)).json();
    await platformOf(app, secret).sendAll(platformExamples);
    const example = docExample(page, words);
    const documented = 'https://api.example.org';
    expect(example).toContain(documented);
    const { program, ...run } = programOf(example.replaceAll(documented, await addressOf(app)));
    expect(await runLines(program, { ...run, env: { SECRET: secret } })).toEqual({
      code: 0,
      output: expect.not.stringContaining('"code"'),
    });
    const [{ id }] = (await owner.get('/interpretations/?outcome[]=answered')).json().results;
    const recordings = async () => (await owner.get(`/interpretations/${id}/`)).json().recordings;
    while ((await recordings())[0]?.state !== 'ready') await sleep(20);
    expect(await recordings()).toMatchObject([{ state: 'ready', duration_seconds: 7 }]);
  });
});
