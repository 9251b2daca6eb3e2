import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One step of the schema: `migrations/NNN_name.sql`, known by the hash of its text. */
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
 * The migrations that a database has not seen, in order.
 * @throws Error where the database has one that this release does not know, or another text of one.
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
        `Migration ${name} was changed after the database had applied it. Put its text back and write a new migration.`,
      );
  }
  const seen = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !seen.has(name));
}
