import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One migration, `migrations/NNN_name.sql`, identified by the hash of its text. */
export type Migration = { name: string; sql: string; sha256: string };

const folder = join(import.meta.dirname, 'migrations');

/** The migrations of this release, in order. */
export function knownMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * The pending migrations of a database, in order.
 * @throws Error if the database has an unknown migration, or if the text of an applied one has changed.
 */
export function pendingMigrations(
  applied: Pick<Migration, 'name' | 'sha256'>[],
  known: Migration[] = knownMigrations(),
): Migration[] {
  const hashes = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of applied) {
    const hash = hashes.get(name);
    if (!hash)
      throw new Error(`The database has migration ${name}, which this release does not know. Run the newer release.`);
    if (hash !== sha256)
      throw new Error(
        `Migration ${name} was changed after the database had applied it. Restore its text and write a new migration.`,
      );
  }
  const seen = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !seen.has(name));
}
