import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { platformExamples } from '../../contract/platformExamples.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { randomId } from '../../server/randomId.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { seed } from '../../server/seed/seed.ts';
import { docExample, docExamples, docPages } from '../support/docExamples.ts';
import { startFakeS3 } from '../support/fakeS3.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { createShared, hasPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { commandEnvironment } from '../support/repositoryCopy.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn, type SignedIn } from '../support/session.ts';
import { sheetOf } from '../support/workbook.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A folder in which the commands run, with the files that they name. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-commands-'));
  const parts = ['package.json', 'node_modules', 'contract', 'docker', 'docs', 'scripts', 'server', 'src', 'tenants'];
  for (const part of parts) symlinkSync(join(repository, part), join(folder, part));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Ended = { code: number | null; output: string };

/** Starts lines in a shell that stops at the first failure. */
function start(lines: string, variables: Record<string, string> = {}): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...commandEnvironment(), DATABASE_URL: '', ...variables };
  const child = spawn('sh', ['-eu', '-c', lines], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)));
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, output }))) };
}

const run = async (lines: string, variables: Record<string, string> = {}): Promise<Ended> =>
  start(lines, variables).ended;

/** Replaces what readers replace. Fails if the example has no such text. */
function fill(example: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The example has no "${from}":\n${text}`);
    return text.replaceAll(from, to);
  }, example);
}

/** A workbook of one sheet with these cells. */
const workbook = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  sheetOf(rows.map((row) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')));

it('the commands of all examples know the options that they are given', async () => {
  const lines = docPages
    .flatMap(docExamples)
    .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))
    // Without comments, and without quoted commands of other programs.
    .map((line) => line.replace(/\s#.*$/, '').replaceAll(/'[^']*'/g, ''));
  const asked = lines.flatMap((line) => [...line.matchAll(/npm run (?:--silent )?([\w:]+) -- ?([^|>)]*)/g)]);
  const options = new Map<string, Set<string>>();
  for (const [, name = '', given = ''] of asked) {
    const command = ['ops', 'tenants'].includes(name) ? `${name} -- ${given.split(' ')[0]}` : `${name} --`;
    const known = options.get(command) ?? new Set();
    options.set(command, known);
    for (const [, option = ''] of given.matchAll(/(?:^|\s)(--[a-z][\w-]*)/g)) known.add(option);
  }
  expect(options.size).toBeGreaterThan(15);
  const unknown: string[] = [];
  for (const [command, given] of options) {
    const { output } = await run(`npm run --silent ${command} --help`);
    unknown.push(...[...given].filter((option) => !output.includes(option)).map((option) => `${command} ${option}`));
  }
  expect(unknown).toEqual([]);
});

(hasPostgres ? describe : describe.skip)('the commands of the guides, one after the other', () => {
  let postgres: PostgresServer;
  let filesKey: string;
  let server: ServerProcess | null = null;
  let url: string;
  let database: Database;
  let owner: SignedIn;
  let secret: string;
  const runtime = () => postgres.urlOf('iceland').replace('signboard@', 'signboard_runtime@');
  const schemaOwner = () => postgres.urlOf('iceland').replace('signboard@', 'signboard_owner@');

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.ended;
    await database?.close();
    await postgres.stop();
  });

  const psql = (page: string, words: string, where = 'iceland') =>
    run('printf %s "$STATEMENTS" | psql --no-psqlrc --tuples-only --set ON_ERROR_STOP=1 "$PLACE"', {
      STATEMENTS: docExample(page, words),
      PLACE: postgres.urlOf(where),
    });

  it('create a key, roles and a database, on which a backend starts that cannot change its logs', async () => {
    const created = await run(docExample('docs/ops/file-keys.md', 'openssl'));
    filesKey = created.output.trim();
    expect(await psql('docs/ops/security-log.md', 'create role', 'postgres')).toMatchObject({ code: 0 });
    server = startServer({
      TENANT: 'iceland',
      DATABASE_URL: runtime(),
      MIGRATE_DATABASE_URL: schemaOwner(),
      FILES_KEY: filesKey,
      PORT: '0',
      SMTP_URL: 'smtp://127.0.0.1:9',
      STOP_DELAY_SECONDS: '0',
    });
    url = await server.url;
    database = await openDatabase({ url: runtime() });
    await expect(sql`delete from audit_entries`.execute(database.db)).rejects.toThrow('permission denied');
    owner = await addSignedIn(database.db, 'owner');
    const person = { first_name: 'Una', last_name: 'Ósk', role: 'interpreter', approval_status: 'approved' } as const;
    for (const email of ['una@example.org', 'una@example.is'])
      await database.db
        .insertInto('users')
        .values({ ...person, id: randomId(), email, created: new Date() })
        .execute();
    const answer = await fetch(`${url}/service_accounts/`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Video', scopes: ['platform'], days: 30 }),
      headers: { ...owner.headers, 'content-type': 'application/json', 'idempotency-key': randomId() },
    });
    ({ secret } = (await answer.json()) as { secret: string });
  });

  it('set the role of a pooler, whose next session has the settings', async () => {
    expect(await psql('docs/ops/scale.md', 'alter role')).toMatchObject({ code: 0 });
    const { output } = await run('psql --no-psqlrc --tuples-only -c "show statement_timeout" -c "show jit" "$PLACE"', {
      PLACE: postgres.urlOf('iceland'),
    });
    expect(output.split(/\s+/).filter(Boolean)).toEqual(['30s', 'off']);
  });

  it('find a statement that takes long', async () => {
    const slow = sql`select pg_sleep(20)`.execute(database.db).catch(() => null);
    let found: Ended;
    do found = await psql('docs/ops/monitoring.md', 'pg_stat_activity');
    while (found.code === 0 && !found.output.includes('select pg_sleep(20)'));
    expect(found).toEqual({ code: 0, output: expect.stringMatching(/00:00:\d\d\.\d+ \| select pg_sleep/) });
    await sql`select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(20)'`.execute(
      database.db,
    );
    await slow;
  });

  it('list the erased people, and erase them again', async () => {
    const list = fill(docExample('docs/trust/privacy.md', '--list'), { 'postgresql://…': schemaOwner() });
    expect(await run(list)).toEqual({ code: 0, output: '' });
    expect(readFileSync(join(folder, 'erased.txt'), 'utf8')).toBe('');
    const again = fill(docExample('docs/trust/privacy.md', '--from'), { 'postgresql://…': schemaOwner() });
    expect(await run(again)).toEqual({ code: 0, output: expect.stringContaining('Nobody had to be erased again.') });
  });

  it('find no difference from the contract', async () => {
    const example = docExample('docs/ops/own-backend.md', 'PROBE_TOKEN');
    const token = owner.headers.authorization.replace('Token ', '');
    const lines = fill(example, { 'PROBE_TOKEN=…': `PROBE_TOKEN=${token}`, 'https://api.example.org/': `${url}/` });
    expect(await run(lines)).toEqual({ code: 0, output: expect.stringMatching(/checked, 0 drifts/) });
  });

  /** Runs a simulation until its events arrive, and stops it as Ctrl+C does. */
  const simulate = async (line: string): Promise<Ended> => {
    const count = async () =>
      (await database.db.selectFrom('platform_events').select('event_id').where('source', 'like', 'urn:%').execute())
        .length;
    const before = await count();
    const { child, ended } = start(line);
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted && (await count()) === before) await sleep(100);
    if (!over.signal.aborted) process.kill(-(child.pid ?? 0), 'SIGINT');
    return ended;
  };

  it.each([
    ['docs/ops/platform.md', 'npm run ops -- platform', 'https://api.example.org/'],
    ['docs/ops/go-live.md', 'npm run ops -- platform', 'https://api.example.is/'],
  ])('simulate a video platform, by %s', async (page, words, address) => {
    const lines = docExample(page, words).split('\n');
    for (const line of lines) {
      const given = fill(line.replace(/\s+#.*$/, ''), { 'PLATFORM_SECRET=…': `PLATFORM_SECRET=${secret}` });
      // Without an address it takes that of `npm start`.
      const lineOf = given.includes('--url') ? fill(given, { [address]: `${url}/` }) : `${given} --url ${url}/`;
      const { output } = await simulate(
        `${lineOf}${given.includes('--interpreter') ? '' : ' --interpreter una@example.org'}`,
      );
      expect(output).toMatch(/Sent \d+ events, of which 0 were rejected, and \d+ recordings\./);
    }
  });

  it('rehearse a restore', async () => {
    const rehearse = docExample('docs/ops/backup-and-upgrade.md', 'npm run ops -- rehearse');
    const superuser = postgres.urlOf('iceland');
    const lines = fill(rehearse, { 'postgresql://…': superuser });
    expect(await run(lines)).toEqual({ code: 0, output: expect.any(String) });
  });

  it('count the encrypted files, and move them into a bucket', async () => {
    const send = (path: string, init: RequestInit) =>
      fetch(`${url}/platform/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${secret}`, ...init.headers },
      });
    const batch = { 'content-type': 'application/cloudevents-batch+json' };
    const passed = Date.now() - Date.parse('2024-05-01T07:00:00Z');
    const events = platformExamples.map((event) => ({
      ...event,
      time: new Date(Date.parse(event.time) + passed).toISOString(),
    }));
    await send('events/', { method: 'POST', body: JSON.stringify(events), headers: batch });
    const stored = new URLSearchParams({ source: 'https://video.example', object: 'recording-9.webm' });
    const body = new Uint8Array(grayFilm(7));
    expect((await send(`recordings/?${stored}`, { method: 'PUT', body })).status).toBe(204);
    const ready = () =>
      database.db.selectFrom('recordings').select('state').where('state', '=', 'ready').executeTakeFirst();
    while (!(await ready())) await sleep(100);
    const counts = await psql('docs/ops/file-keys.md', 'select count(*)');
    const [, files = ''] = /^\s+0\s+[0-9a-f]+ \|\s+(\d+)\s+$/.exec(counts.output) ?? [];
    expect([counts.code, Number(files) > 0]).toEqual([0, true]);

    const s3 = await startFakeS3();
    const endpoint = /endpoint=([^&]+)/.exec(s3.urlOf('files/iceland'))?.[1] ?? '';
    const example = docExample('docs/ops/object-store.md', 'npm run ops -- files');
    const lines = fill(example, { 'postgresql://…': runtime(), 'endpoint=…': `endpoint=${endpoint}` });
    expect(await run(lines, { FILES_KEY: filesKey })).toMatchObject({ code: 0 });
    const moved = [...s3.objects.keys()];
    expect([moved.length > 0, moved.filter((name) => !name.startsWith('files/iceland/'))]).toEqual([true, []]);
    await s3.stop();
  });
});

(hasPostgres ? describe : describe.skip)('the commands of the way to a live country', () => {
  it('create a database that a backend uses, rehearse its restore, and check its alerts', async () => {
    const postgres = await startPostgres();
    const passwords = { OWNER_PASSWORD: 'one', PASSWORD: 'two' };
    const create = docExample('docs/ops/go-live.md', 'create role');
    expect(await run(create, { ...passwords, SERVER_URL: postgres.urlOf('postgres') })).toMatchObject({ code: 0 });
    const place = postgres.urlOf('iceland');
    const server = startServer({
      TENANT: 'iceland',
      FILES_KEY: testFilesKey,
      PORT: '0',
      SMTP_URL: 'smtp://127.0.0.1:9',
      DATABASE_URL: place.replace('signboard@', 'iceland@'),
      STOP_DELAY_SECONDS: '0',
      MIGRATE_DATABASE_URL: place.replace('signboard@', 'iceland_owner@'),
    });
    expect((await fetch(`${await server.url}/readyz/`)).status).toBe(200);
    const database = await openDatabase({ url: place });
    await sql`alter role iceland_owner createdb`.execute(database.db);
    await database.close();
    const socket = place.slice(place.indexOf('@/'));
    const rehearse = fill(docExample('docs/ops/go-live.md', 'npm run ops -- rehearse'), {
      '@db.example.is:5432/iceland?sslmode=verify-full': socket,
    });
    expect(await run(rehearse, passwords)).toMatchObject({ code: 0 });
    server.child.kill('SIGTERM');
    await server.ended;
    await postgres.stop();
    for (const words of ['promtool', 'npm run fleet'])
      expect(await run(docExample('docs/ops/go-live.md', words))).toMatchObject({ code: 0 });
  });
});

(hasPostgres ? describe : describe.skip)('the commands of deployments with records', () => {
  let shared: Awaited<ReturnType<typeof createShared>>;
  beforeAll(async () => {
    shared = await createShared({ migrated: true });
  });
  afterAll(() => shared.drop());

  it('check an import, write it, take its columns and its good rows, undo it, and print a template', async () => {
    const headings = ['E-mail', 'First name', 'Last name', 'Role'];
    writeFileSync(
      join(folder, 'people.xlsx'),
      await workbook([headings, ['mari@example.ee', 'Mari', 'Tamm', 'Interpreter']]),
    );
    const lines = docExample('docs/ops/import.md', 'npm run ops -- import').split('\n');
    const runLine = async (words: string, people: string[] = [], changes: Record<string, string> = {}) => {
      writeFileSync(join(folder, 'people.csv'), people.join('\n'));
      const line = lines.find((candidate) => candidate.includes(words)) ?? '';
      return run(fill(line, changes), { DATABASE_URL: shared.url });
    };
    const database = await openDatabase({ url: shared.url });
    const people = async () =>
      (await database.db.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email);

    expect(await runLine('--dry-run')).toEqual({ code: 0, output: expect.stringContaining('1 new') });
    expect(await people()).toEqual([]);
    const renamed = await runLine('--map', [
      'Work e-mail,First name,Last name,Role',
      'jaan@example.ee,Jaan,Kask,Interpreter',
    ]);
    expect(renamed).toEqual({ code: 0, output: expect.stringContaining('Written.') });
    const good = await runLine('--only-good', [
      headings.join(','),
      'anu@example.ee,Anu,Saar,Interpreter',
      'nobody,Ats,Mets,Pilot',
    ]);
    expect(good).toEqual({ code: 2, output: expect.stringContaining('1 refused') });
    expect(await people()).toEqual(['anu@example.ee', 'jaan@example.ee']);
    const id = /--undo ([0-9a-f]{24})/.exec(good.output)?.[1] ?? '';
    expect(await runLine('--undo', [], { '0123456789abcdef01234567': id })).toMatchObject({ code: 0 });
    expect(await people()).toEqual(['jaan@example.ee']);
    expect(await runLine('--template')).toEqual({ code: 0, output: '' });
    expect(readFileSync(join(folder, 'shifts.csv'), 'utf8')).toMatch(/^external_id,interpreter,date,/);
    expect(lines).toHaveLength(5);
    await database.close();
  });

  it('sign in to Dev and compare it with the contract', async () => {
    const sharedDatabase = await createShared({ migrated: true });
    const database = await openDatabase({ url: sharedDatabase.url });
    await seed(database, await loadDeployment('dev'), { size: 'demo', now: new Date() });
    await database.close();
    const server = startServer({
      TENANT: 'dev',
      DATABASE_URL: sharedDatabase.url,
      FILES_KEY: testFilesKey,
      PORT: '0',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SSO_CLIENT_SECRET: 'secret',
      DASHBOARD_URL: 'http://dev.localhost:8080/',
      STOP_DELAY_SECONDS: '0',
    });
    const example = fill(docExample('docs/ops/own-backend.md', 'curl'), {
      'http://dev.localhost:8080/api/': `${await server.url}/`,
    });
    const place = example.indexOf('npm run ops -- probe');
    const signedIn = await run(example.slice(0, place));
    expect(signedIn.code).toBe(0);
    const { token } = JSON.parse(signedIn.output) as { token: string };
    const compared = await run(fill(example.slice(place), { '--token …': `--token ${token}` }));
    expect(compared).toEqual({ code: 0, output: expect.stringMatching(/checked, 0 drifts/) });
    server.child.kill('SIGTERM');
    await server.ended;
    await sharedDatabase.drop();
  });
});
