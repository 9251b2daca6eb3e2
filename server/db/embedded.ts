import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { CommandError } from '../CommandError.ts';
import {
  asText,
  bigintType,
  isAppendOnly,
  isReadOnly,
  migrateWithin,
  requireWritable,
  traceStatement,
  withinPing,
  type Database,
} from './bothKinds.ts';
import { lockFolder } from './folderLock.ts';
import type { Tables } from './tables.ts';
import { readTemplate, storeTemplate } from './template.ts';

/** The role of the backend in the embedded database. */
const embeddedRole = 'signboard_runtime';

/** ISO 8601 signs years of more than four digits, PostgreSQL does not, and it writes years before 1 as BC. */
function asTimestamp(value: unknown): string {
  if (!(value instanceof Date)) return String(value);
  const [iso, year] = [value.toISOString(), value.getUTCFullYear()];
  if (year > 0) return iso.replace(/^\+0*/, '');
  return `${String(1 - year).padStart(4, '0')}${iso.slice(iso.indexOf('-', 1))} BC`;
}

/** PGlite's own conversion goes byte by byte: storing a file of 5 MB took six times as long, and nobody else had a turn. */
function asHex(value: unknown): string {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  throw new TypeError('A value of type bytea must be a Uint8Array.');
}

const fromHex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/**
 * Loads PGlite, only if no server is configured.
 * @throws CommandError in an image, which does not have it
 */
const loadPglite = () =>
  Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/btree_gist'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      'DATABASE_URL: is missing, and there is no embedded database here. Give postgresql://user:password@host:5432/database.',
    );
  });

async function createPglite(dataDir: string | null, loadDataDir: Blob | null): Promise<PGlite> {
  const [{ PGlite, types }, { btree_gist }, { pg_trgm }, { unaccent }] = await loadPglite();
  return PGlite.create({
    dataDir: dataDir ?? undefined,
    loadDataDir: loadDataDir ?? undefined,
    extensions: { btree_gist, pg_trgm, unaccent },
    parsers: { [bigintType]: Number, [types.DATE]: asText, [types.BYTEA]: fromHex },
    serializers: { [types.TIMESTAMPTZ]: asTimestamp, [types.BYTEA]: asHex },
  });
}

const migrateEmbedded = (pglite: PGlite): Promise<string[]> =>
  pglite.transaction((tx) =>
    migrateWithin({ query: (text, values) => tx.query(text, values), script: (text) => tx.exec(text) }),
  );

/** Gives up the rights of the owner for this session. */
async function restrictEmbedded(pglite: PGlite): Promise<void> {
  await pglite.exec(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${embeddedRole}') then create role ${embeddedRole}; end if;
    end $$;
    call grant_runtime('${embeddedRole}');
    set role ${embeddedRole};`);
}

async function openPglite(dataDir: string | null, templates: string | undefined): Promise<PGlite> {
  if (!templates || (dataDir && existsSync(dataDir))) return createPglite(dataDir, null);
  const template = await readTemplate(templates);
  if (template) return createPglite(dataDir, template);
  const pglite = await createPglite(dataDir, null);
  await migrateEmbedded(pglite);
  await storeTemplate(templates, await pglite.dumpDataDir('none'));
  return pglite;
}

/** Opens the embedded database. `folder` also contains the lock file. If undefined, the database is in memory. */
export async function openEmbedded(
  folder: string | undefined,
  templates: string | undefined,
  isRestricted: boolean,
): Promise<Database> {
  await loadPglite();
  const unlock = folder ? lockFolder(folder) : () => undefined;
  const pglite = await openPglite(folder ? join(folder, 'database') : null, templates).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), log: traceStatement });
  return {
    kind: 'embedded',
    db,
    migrate: async () => {
      await pglite.exec('reset role');
      const applied = await migrateEmbedded(pglite);
      if (isRestricted) await restrictEmbedded(pglite);
      return applied;
    },
    isAppendOnly: () => isAppendOnly(db),
    ping: () => withinPing(pglite.query(isReadOnly).then(({ rows }) => requireWritable(rows))),
    connections: () => null,
    replica: null,
    missingSettings: async () => [],
    listen: async (channel, heard) => {
      // Through Kysely, so that it never becomes part of an open transaction.
      await sql`listen ${sql.id(channel)}`.execute(db);
      const stop = pglite.onNotification((name, payload) => {
        if (name === channel) heard(payload);
      });
      return async () => stop();
    },
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}
