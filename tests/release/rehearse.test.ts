import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { seed } from '../../server/seed/seed.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import type { RehearsalResult } from '../../scripts/rehearse/rehearse.ts';

const repository = join(import.meta.dirname, '../..');

let folder: string;

/** Demo data with files, a few entries in the audit log, and a message that waits for another system. */
async function fill(url: string, receiver: string): Promise<void> {
  const database = await openDatabase({ url });
  await seed(database, await loadDeployment('iceland'), { size: 'demo', now: new Date('2024-05-01T12:00:00Z') });
  await database.db.updateTable('contacts').set({ name: 'Neyðarlínan' }).execute();
  const now = new Date();
  const until = new Date(now.getTime() + 24 * 60 * 60_000);
  const webhook = { id: '0'.repeat(24), url: receiver, description: 'Payroll', event_types: [], created: now };
  await database.db.insertInto('webhooks').values(webhook).execute();
  const delivery = { id: '1'.repeat(24), webhook_id: webhook.id, subject_id: webhook.id, data: '{}' };
  await database.db
    .insertInto('webhook_deliveries')
    .values({ ...delivery, type: 'test', created: now, due: now, until, transaction: 1 })
    .execute();
  await database.close();
}

/** Runs the command. `programs` is a folder whose programs replace installed ones. */
const run = (environment: Record<string, string>, options: string[], programs = folder) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((ended) => {
    const clean = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', FILES_KEY: '', TENANT: 'iceland', TMPDIR: folder };
    const env = { ...process.env, ...clean, ...environment, PATH: `${programs}${delimiter}${process.env['PATH']}` };
    execFile(
      process.execPath,
      ['scripts/rehearse.ts', ...options],
      { cwd: repository, env, maxBuffer: 1e8 },
      (error, stdout, stderr) => ended({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const rowsIn = ({ tables }: RehearsalResult, name: string) =>
  tables.find(({ table }) => table === `public.${name}`)?.rows;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-rehearse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

(hasPostgres ? describe : describe.skip)('npm run rehearse with PostgreSQL', () => {
  let url: string;
  let drop: () => Promise<void>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    ({ url, drop } = await createShared({ migrated: true }));
    await fill(url, receiver.url);
  });
  afterAll(async () => {
    await receiver.stop();
    await drop();
  });

  const databases = async () => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('select datname from pg_database where datname like $1', ['%\\_rehearsal']);
    await client.end();
    return (rows as { datname: string }[]).map(({ datname }) => datname);
  };

  it('restores a backup in which every row, sequence and trigger is the same, on which the backend starts', async () => {
    const { code, stdout, stderr } = await run(
      { DATABASE_URL: url, FILES_KEY: testFilesKey, WEBHOOKS_PRIVATE: 'allow' },
      ['--yes', '--json'],
    );
    expect(stderr).toContain(`Destroys ${url.replace('?', '_rehearsal?')}`);
    const result = JSON.parse(stdout) as RehearsalResult;
    expect(result.tables.filter(({ first }) => first !== null)).toEqual([]);
    expect(result).toMatchObject({
      passed: true,
      sequences: { differences: [] },
      definitions: { differences: [] },
      start: { passed: true, output: expect.stringContaining('GET /readyz/ answered 200') },
    });
    expect(code).toBe(0);
    expect(result.rows).toBeGreaterThan(5_000);
    for (const table of ['users', 'interpretations', 'file_chunks', 'audit_entries', 'schema_migrations'])
      expect(rowsIn(result, table)).toBeGreaterThan(1);
    expect(result.definitions.compared).toBeGreaterThan(300);
    expect(await databases()).toEqual([]);
    // What waits is sent by the original only.
    expect(receiver.events).toEqual([]);
  });

  it('names the first row of a table that the restore lost, and the one that it changed', async () => {
    const programs = join(folder, 'damaging');
    mkdirSync(programs);
    const damage = `delete from contacts where id = (select min(id) from contacts);
      update users set first_name = first_name || ' 2' where id = (select max(id) from users);
      drop trigger contacts_audit on contacts`;
    writeFileSync(
      join(programs, 'pg_restore'),
      `#!/bin/sh
      /usr/lib/postgresql/15/bin/pg_restore "$@" && case "$*" in *--dbname*) psql --quiet "$DATABASE_URL" -c "${damage}";; esac`,
    );
    chmodSync(join(programs, 'pg_restore'), 0o755);
    const { code, stdout } = await run({ DATABASE_URL: url, FILES_KEY: testFilesKey }, ['--yes'], programs);
    expect(stdout).toMatch(/^public\.contacts +\d+ +1 {2}\["[0-9a-f]{24}"\] is missing$/m);
    expect(stdout).toMatch(/^public\.users +\d+ +1 {2}\["[0-9a-f]{24}"\] is changed$/m);
    expect(stdout).toContain('The trigger contacts.contacts_audit is missing.');
    expect(stdout).toContain('The rehearsal FAILED.');
    expect(code).toBe(1);
  });

  it('says what it would destroy and does nothing without --yes', async () => {
    const { code, stdout, stderr } = await run({ DATABASE_URL: url, FILES_KEY: testFilesKey }, []);
    expect(stderr).toMatch(/Destroys postgresql:.*_rehearsal[\s\S]*Nothing was done\. Give --yes/);
    expect([code, stdout]).toEqual([1, '']);
    const withoutKey = await run({ DATABASE_URL: url }, ['--yes']);
    expect([withoutKey.code, withoutKey.stderr]).toEqual([
      1,
      expect.stringContaining('Nothing was done. Set FILES_KEY'),
    ]);
  });

  it('refuses client programs of another major version', async () => {
    const programs = join(folder, 'newer');
    mkdirSync(programs);
    writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 99.1"');
    chmodSync(join(programs, 'pg_dump'), 0o755);
    const { code, stderr } = await run({ DATABASE_URL: url, FILES_KEY: testFilesKey }, ['--yes'], programs);
    expect(stderr).toContain('is PostgreSQL 15, the client programs are 99 and 15');
    expect(code).toBe(1);
  });
});

describe('npm run rehearse with the embedded database', () => {
  it('restores the folder, and refuses while a backend uses it', async () => {
    const data = join(folder, 'data');
    const filled = await openDatabase({ folder: data, templates: join(repository, '.cache/databases') });
    await filled.migrate();
    const content = { id: '00000000000000000000000a', begun: new Date() };
    await filled.db.insertInto('file_contents').values(content).execute();
    const chunk = { content_id: content.id, position: 0, bytes: randomBytes(256 * 1024) };
    await filled.db.insertInto('file_chunks').values(chunk).execute();
    await filled.close();
    const { code, stdout } = await run({ DATA_DIR: data }, ['--yes']);
    expect(stdout).toMatch(/^public\.file_chunks +1 +0$/m);
    expect(stdout).toContain('The restored database is the same, and the backend runs on it.');
    expect(code).toBe(0);
    expect(existsSync(`${data}.rehearsal`)).toBe(false);

    const database = await openDatabase({ folder: data });
    const refused = await run({ DATA_DIR: data }, ['--yes']);
    await database.close();
    expect(refused.stderr).toContain(`is in use by process ${process.pid}`);
    expect(refused.code).toBe(1);
  });
});
