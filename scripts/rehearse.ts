import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { ConfigError, readDataConfig } from '../server/config.ts';
import { CommandError } from '../server/CommandError.ts';
import { openDatabase } from '../server/db/database.ts';
import type { Tables } from '../server/db/tables.ts';
import { defineCommand, runCommand } from './lib/command.ts';

type Options = { yes: boolean; scratchServer?: string; keep: boolean };
type Place = { url: string } | { folder: string };

const page = 'docs/ops/backup-and-upgrade.md';

/** Runs a labelled block of the page about backups, such as `backup-postgresql`, exactly as operators read it. */
function runDocumented(label: string, variables: Record<string, string>, option = ''): void {
  const text = readFileSync(join(import.meta.dirname, '..', page), 'utf8');
  const [, lines] = new RegExp(`^\`\`\`sh ${label}\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(text) ?? [];
  if (lines === undefined) throw new Error(`${page} has no block "sh ${label}".`);
  const { status } = spawnSync('sh', ['-euc', lines + option], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...variables },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new CommandError(`The block "${label}" of ${page} failed.`);
}

const urlParts = /^([^?]*\/)([^/?]+)(\?.*)?$/;
const withDatabase = (url: string, name: string): string => url.replace(urlParts, `$1${encodeURIComponent(name)}$3`);
const nameOf = (place: Place): string =>
  'url' in place ? place.url.replace(/(\/\/[^:/@]*):[^@/]*@/, '$1@') : place.folder;

/** Where a place is restored, the variables of the documented commands for it, and how to delete what is there. */
function restoredBeside(original: Place, scratchServer: string | undefined) {
  if ('folder' in original) {
    const restored = { folder: `${original.folder}.rehearsal` };
    const variables = { DATA_DIR: restored.folder, DATABASE_URL: '', MIGRATE_DATABASE_URL: '' };
    return { restored, variables, destroy: async () => rmSync(restored.folder, { recursive: true, force: true }) };
  }
  const SERVER_URL = scratchServer ?? withDatabase(original.url, 'postgres');
  const DATABASE_NAME = `${decodeURIComponent(urlParts.exec(original.url)?.[2] ?? '')}_rehearsal`;
  // PostgreSQL would cut a longer name, perhaps to that of the original.
  if (Buffer.byteLength(DATABASE_NAME) > 63) throw new CommandError(`${DATABASE_NAME} is too long for a database.`);
  const url = withDatabase(SERVER_URL, DATABASE_NAME);
  const destroy = async () => {
    const client = new pg.Client(SERVER_URL);
    await client.connect();
    await client.query(`drop database if exists ${pg.escapeIdentifier(DATABASE_NAME)} with (force)`);
    await client.end();
  };
  const variables = { DATABASE_URL: url, MIGRATE_DATABASE_URL: '', DATABASE_NAME, SERVER_URL };
  return { restored: { url }, variables, destroy };
}

/** The number of rows of each table, and the sum of their hashes, which needs no order; at the moment of a backup. */
async function summarise(place: Place, backUp?: (snapshot: string) => void): Promise<Map<string, string>> {
  const database = await openDatabase(place);
  const read = async (moment: Kysely<Tables>): Promise<Map<string, string>> => {
    await sql`set local statement_timeout = 0`.execute(moment);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(moment);
    await sql`set local timezone = 'UTC'`.execute(moment);
    if (backUp) {
      const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(moment);
      backUp(rows[0]?.snapshot ?? '');
    }
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname !~ '^(pg_|information_schema$)' order by name`.execute(moment);
    const summaries = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await sql<{ summary: string }>`
        select count(*) || ' rows, checksum ' || coalesce(sum(hashtextextended(whole_row::text, 0)), 0) as summary
        from ${sql.raw(name)} as whole_row`.execute(moment);
      summaries.set(name, rows[0]?.summary ?? '');
    }
    return summaries;
  };
  const transaction = database.db.transaction().setIsolationLevel('repeatable read');
  return transaction.execute(read).finally(() => database.close());
}

function settings() {
  try {
    return readDataConfig(process.env);
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

async function main({ yes, scratchServer, keep }: Options): Promise<void> {
  const { databaseUrl, migrateUrl, dataFolder } = settings();
  const url = migrateUrl ?? databaseUrl;
  const original: Place = url === null ? { folder: resolve(dataFolder) } : { url };
  if ('folder' in original && !existsSync(join(original.folder, 'database')))
    throw new CommandError(`${original.folder} has no embedded database. Give DATABASE_URL or DATA_DIR.`);
  const { restored, variables, destroy } = restoredBeside(original, scratchServer);
  console.log(`Reads ${nameOf(original)}. Destroys ${nameOf(restored)}, if it exists, and restores the backup there.`);
  if (!yes) throw new CommandError('Nothing was done. Give --yes to agree.');
  const folder = mkdtempSync(join(tmpdir(), 'signboard-rehearsal-'));
  const BACKUP = join(folder, 'backup');
  try {
    const wanted = await ('url' in original
      ? summarise(original, (snapshot) =>
          runDocumented('backup-postgresql', { DATABASE_URL: original.url, BACKUP }, ` --snapshot=${snapshot}`),
        )
      : summarise(original));
    if ('folder' in original) runDocumented('backup-embedded', { DATA_DIR: original.folder, BACKUP });
    await destroy();
    runDocumented(`restore-${url === null ? 'embedded' : 'postgresql'}`, { ...variables, BACKUP });
    const found = await summarise(restored);
    for (const [name, summary] of wanted)
      console.log(
        found.get(name) === summary
          ? `${name}: ${summary}`
          : `${name} DIFFERS: ${summary}; restored: ${found.get(name) ?? 'no table'}`,
      );
    if ([...wanted].some(([name, summary]) => found.get(name) !== summary))
      throw new CommandError('The rehearsal failed: the restored database differs.');
    runDocumented('after-restore', variables);
    console.log(`The restored database is the same: ${wanted.size} tables.`);
  } finally {
    if (keep) console.log(`Kept: ${BACKUP} and ${nameOf(restored)}`);
    else {
      rmSync(folder, { recursive: true });
      await destroy();
    }
  }
}

const command = defineCommand('ops -- rehearse', {
  description:
    'Rehearses a restore: backs up the database of TENANT with the commands of docs/ops/backup-and-upgrade.md, restores the backup beside it, and compares the rows and the checksum of every table. DATABASE_URL (or MIGRATE_DATABASE_URL) names the database, by default the embedded one in DATA_DIR. It only reads the original.',
  examples: [
    'TENANT=iceland DATABASE_URL=postgresql://user:password@host:5432/iceland npm run ops -- rehearse --yes',
    'TENANT=iceland npm run ops -- rehearse --yes',
  ],
  exitCodes: { 0: 'the restored database is the same', 1: 'a table differs, a command failed, or nothing was done' },
})
  .option('--yes', 'destroy the database of the last rehearsal, <name>_rehearsal or <folder>.rehearsal', false)
  .option('--scratch-server <url>', 'restore on this PostgreSQL server instead of the one of the database')
  .option('--keep', 'keep the backup and the restored database; both contain personal data', false)
  .action(main);

await runCommand(command);
