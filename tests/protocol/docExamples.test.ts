import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { platformExamples } from '../../contract/platformExamples.ts';
import { readAccepted } from '../../scripts/ship/acceptedAdvisories.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { anyDatabase, startBackend, type TestBackend } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';
import { checkValues } from '../support/chart.ts';
import { docExample, docExamples, docPages } from '../support/docExamples.ts';
import { addressOf } from '../support/events.ts';
import { platformOf } from '../support/platform.ts';
import { tenantsFolder } from '../support/tenantsFolder.ts';

const repository = resolve(import.meta.dirname, '../..');
const here = 'tests/protocol/docExamples.test.ts';
const commands = 'tests/release/docCommands.test.ts';
const rehearsal = 'tests/release/rehearse.test.ts';

/** The test that executes an example, which its page and some of its words name. */
const executed: [page: string, words: string, test: string][] = [
  ['docs/ops/api.md', 'await ', 'tests/protocol/serverOpenapi.test.ts'],
  ['docs/ops/backup-and-upgrade.md', 'pg_dump ', rehearsal],
  ['docs/ops/backup-and-upgrade.md', 'tar --create', rehearsal],
  ['docs/ops/backup-and-upgrade.md', 'pg_restore ', rehearsal],
  ['docs/ops/backup-and-upgrade.md', 'tar --extract', rehearsal],
  ['docs/ops/backup-and-upgrade.md', 'erase:again', rehearsal],
  ['docs/ops/backup-and-upgrade.md', 'npm run rehearse', commands],
  ['docs/ops/chart.md', 'tenant: iceland', here],
  ['docs/ops/file-keys.md', 'select count(*)', commands],
  ['docs/ops/file-keys.md', 'openssl rand', commands],
  ['docs/ops/go-live.md', 'tenant: iceland', 'scripts/goLive.test.ts'],
  ['docs/ops/go-live.md', 'create role', commands],
  ['docs/ops/go-live.md', 'npm run platform', commands],
  ['docs/ops/go-live.md', 'npm run rehearse', commands],
  ['docs/ops/go-live.md', 'promtool', commands],
  ['docs/ops/go-live.md', 'npm run fleet', commands],
  ['docs/ops/import.md', 'npm run import', commands],
  ['docs/ops/monitoring.md', 'pg_stat_activity', commands],
  ['docs/ops/object-store.md', 'npm run files', commands],
  ['docs/ops/object-store.md', '"object": "s3://', 'tests/protocol/serverFileStores.test.ts'],
  ['docs/ops/own-backend.md', 'npm run probe', commands],
  ['docs/ops/platform.md', '--upload-file', here],
  ['docs/ops/platform.md', 'new tus.Upload', here],
  ['docs/ops/platform.md', 'npm run platform', commands],
  ['docs/ops/platform.md', '"specversion"', 'tests/protocol/serverPlatformFromEmpty.test.ts'],
  ['docs/ops/scale.md', 'alter role', commands],
  ['docs/ops/security-log.md', 'create role', commands],
  ['docs/ops/security-log.md', 'npm run audit:verify', commands],
  ['docs/ops/ship.md', '"reason"', here],
  ['docs/ops/single-sign-on.md', '"singleSignOn"', here],
  ['docs/ops/webhooks.md', 'createHmac', 'server/resources/webhooks/signature.test.ts'],
  ['docs/trust/privacy.md', 'erase:again', commands],
];

const needsRegistry = 'needs a registry';
const needsCluster = 'needs a Kubernetes cluster, or its secrets';
const needsEngine = 'needs a container engine with the images';
const needsInternet = 'needs the internet, or a program of somebody else';
const isForPeople = 'serves or builds until a person has looked at it';
const isNoCommand = 'shows what is printed, sent or configured';

/** Why no test executes an example. */
const notExecuted: [page: string, words: string, reason: string][] = [
  ['README.md', 'npm test', isForPeople],
  ['README.md', 'tenants -- new', 'asks questions'],
  ['README.md', 'docker run', needsEngine],
  ['README.md', 'npm run ship', needsRegistry],
  ['README.md', 'one folder per deployment', isNoCommand],
  ['docs/ops/api.md', 'RateLimit-Policy', isNoCommand],
  ['docs/ops/api.md', 'Deprecation: @', isNoCommand],
  ['docs/ops/backend.md', 'docker run', needsEngine],
  ['docs/ops/backend.md', 'docker compose', needsEngine],
  ['docs/ops/backend.md', "DATABASE_URL='postgresql://", isNoCommand],
  ['docs/ops/backup-and-upgrade.md', 'export BACKUP', 'only names the file of the next example'],
  ['docs/ops/backup-and-upgrade.md', 'rclone', needsInternet],
  ['docs/ops/backup-and-upgrade.md', '-- previous release', isNoCommand],
  ['docs/ops/chart.md', 'kubectl', needsCluster],
  ['docs/ops/fleet.md', 'npm run fleet', needsRegistry],
  ['docs/ops/go-live.md', 'kubectl', needsCluster],
  ['docs/ops/go-live.md', 'helm', needsCluster],
  ['docs/ops/go-live.md', 'docker login', needsRegistry],
  ['docs/ops/go-live.md', 'npm run ship', needsRegistry],
  ['docs/ops/go-live.md', 'dig +short', needsInternet],
  ['docs/ops/go-live.md', 'curl --fail', needsInternet],
  ['docs/ops/image.md', 'docker', needsEngine],
  ['docs/ops/image.md', '-- --load', needsEngine],
  ['docs/ops/image.md', '[ids…]', needsEngine],
  ['docs/ops/malware-scan.md', 'StreamMaxLength', isNoCommand],
  ['docs/ops/ship.md', 'registry.example.org', needsRegistry],
  ['docs/ops/ship.md', 'npm run ship', needsRegistry],
  ['docs/ops/ship.md', '<the commit that runs>', 'needs the commit that runs'],
  ['docs/ops/ship.md', '--osv', needsInternet],
  ['docs/ops/studio.md', 'npm run', isForPeople],
  ['docs/ops/webhooks.md', 'POST /signboard', isNoCommand],
  ['docs/trust/data-flows.md', 'flowchart', isNoCommand],
];

describe('the examples of the documentation', () => {
  const all = docPages.flatMap(docExamples);

  it('are each executed by a test, or have a reason why not', () => {
    const listed = [...executed, ...notExecuted];
    const placesOf = ({ page, text }: { page: string; text: string }) =>
      listed.filter(([known, words]) => known === page && text.includes(words));
    expect(all.filter((one) => placesOf(one).length === 0)).toEqual([]);
    const used = new Set(all.flatMap(placesOf));
    expect(listed.filter((one) => !used.has(one))).toEqual([]);
    const both = all.filter((one) => {
      const places = placesOf(one);
      return places.some((place) => executed.includes(place)) && places.some((place) => notExecuted.includes(place));
    });
    expect(both).toEqual([]);
    const read = executed.filter(([page, , test]) => {
      const text = existsSync(join(repository, test)) ? readFileSync(join(repository, test), 'utf8') : '';
      return !text.includes(page.slice(page.lastIndexOf('/') + 1)) && test !== rehearsal;
    });
    expect(read).toEqual([]);
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
  let backend: TestBackend;
  let folder: string;
  beforeAll(async () => {
    backend = await startBackend(kind);
    folder = mkdtempSync(join(tmpdir(), 'signboard-examples-'));
    writeFileSync(join(folder, 'recording-9.webm'), grayFilm(7));
  });
  afterEach(() => backend.reset());
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await backend.close();
  });

  it.each([
    ['curl', '--upload-file', (lines: string) => ({ program: ['sh', '-eu'], cwd: folder, lines })],
    [
      'tus-js-client',
      'new tus.Upload',
      (lines: string) => ({
        ...{ program: [process.execPath, '--input-type=module', '-'], cwd: repository },
        lines: `import * as tus from 'tus-js-client';
          import { readFileSync } from 'node:fs';
          const file = readFileSync(${JSON.stringify(join(folder, 'recording-9.webm'))});
          const secret = process.env.SECRET;
          ${lines}`,
      }),
    ],
  ])('upload a recording with %s, which the interpretation then has', async (_, words, programOf) => {
    const app = await backend.app();
    const owner = callsOf(app, await backend.signedIn());
    await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
    const account = { name: 'Video', scopes: ['platform'], days: 30 };
    const { secret } = (await owner.post('/service_accounts/', account)).json();
    await platformOf(app, secret).sendAll(platformExamples);
    const example = docExample('docs/ops/platform.md', words);
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
