import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { seed } from '../../server/seed/seed.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';

const repository = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-rehearse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command. Programs in `folder` replace installed ones. */
const run = (environment: Record<string, string>, options: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((ended) => {
    const clean = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', TENANT: 'iceland', TMPDIR: folder };
    const env = { ...process.env, ...clean, ...environment, PATH: `${folder}${delimiter}${process.env['PATH']}` };
    execFile(process.execPath, ['scripts/rehearse.ts', ...options], { cwd: repository, env }, (error, stdout, stderr) =>
      ended({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

(hasPostgres ? describe : describe.skip)('npm run ops -- rehearse with PostgreSQL', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, drop } = await createShared({ migrated: true }));
    const database = await openDatabase({ url });
    await seed(database, await loadDeployment('iceland'), { size: 'demo', now: new Date('2024-05-01T12:00:00Z') });
    await database.db.updateTable('contacts').set({ name: 'Neyðarlínan' }).execute();
    await database.close();
  });
  afterAll(() => drop());

  const databases = async () => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('select datname from pg_database where datname like $1', ['%\\_rehearsal']);
    await client.end();
    return rows;
  };

  it('restores a backup in which every table has the same rows, and deletes it', async () => {
    const { code, stdout, stderr } = await run({ DATABASE_URL: url }, ['--yes']);
    expect(stdout).toContain(`Destroys ${url.replace('?', '_rehearsal?')}`);
    for (const table of ['users', 'interpretations', 'file_chunks', 'audit_entries', 'schema_migrations'])
      expect(stdout).toMatch(new RegExp(`^public\\.${table}: [1-9]\\d* rows, checksum -?\\d+$`, 'm'));
    expect(stdout).toContain('The restored database is the same');
    expect(stderr).toContain('Nobody had to be erased again.');
    expect(code).toBe(0);
    expect(await databases()).toEqual([]);
  });

  it.each([
    ['lost a row', 'contacts', 'delete from contacts where id = (select min(id) from contacts)'],
    ['changed a row', 'users', `update users set first_name = 'Eva' where id = (select max(id) from users)`],
    ['lost a table', 'calendar_feeds', 'drop table calendar_feeds'],
  ])('names the table if the restore %s', async (_, table, damage) => {
    const program = join(folder, 'pg_restore');
    const real = '/usr/lib/postgresql/15/bin/pg_restore';
    writeFileSync(
      program,
      `#!/bin/sh\n${real} "$@" && psql --quiet "$DATABASE_URL" -c "set session_replication_role = replica; ${damage}"`,
    );
    chmodSync(program, 0o755);
    const { code, stdout, stderr } = await run({ DATABASE_URL: url }, ['--yes']);
    rmSync(program);
    expect(stdout.match(/^\S+ DIFFERS/gm)).toEqual([`public.${table} DIFFERS`]);
    expect(stderr).toContain('The rehearsal failed: the restored database differs.');
    expect(code).toBe(1);
    expect(await databases()).toEqual([]);
  });

  it('says what it would destroy, and does nothing without --yes', async () => {
    const { code, stdout, stderr } = await run({ DATABASE_URL: url }, []);
    expect(stdout).toMatch(/Destroys postgresql:.*_rehearsal/);
    expect(stderr).toBe('Nothing was done. Give --yes to agree.\n');
    expect(code).toBe(1);
  });
});

describe('npm run ops -- rehearse with the embedded database', () => {
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
    expect(stdout).toMatch(/^public\.file_chunks: 1 rows, checksum -?\d+$/m);
    expect(stdout).toContain('The restored database is the same');
    expect(code).toBe(0);
    expect(existsSync(`${data}.rehearsal`)).toBe(false);

    const database = await openDatabase({ folder: data });
    const refused = await run({ DATA_DIR: data }, ['--yes']);
    await database.close();
    expect(refused.stderr).toContain(`is in use by process ${process.pid}`);
    expect(refused.code).toBe(1);
  });
});
