import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One migration, `migrations/NNN_name.sql`, identified by the hash of its SQL. */
export type Migration = {
  name: string;
  sql: string;
  sha256: string;
  /** Whether a release from before it can run on a database that has it. */
  runsPrevious: boolean;
};

/** A migration as the database recorded it. */
export type AppliedMigration = Pick<Migration, 'name' | 'sha256'> & { runs_previous: boolean };

const folder = join(import.meta.dirname, 'migrations');

/** The first line of each migration. It is not part of the hash, because it changes nothing in the database. */
const statement = /^-- previous release: (yes|no)\n/;

/**
 * The migrations of this release, in order.
 * @param from another folder of migrations
 * @throws Error naming a migration that does not state whether the previous release can run on it
 */
export function knownMigrations(from = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(from, file), 'utf8');
      const [line = '', answer] = statement.exec(text) ?? [];
      if (!answer)
        throw new Error(
          `${join(from, file)} must begin with "-- previous release: yes", or with "-- previous release: no" if the release before it cannot run on its tables.`,
        );
      const sql = text.slice(line.length);
      return {
        name: file.replace(/\.sql$/, ''),
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
        runsPrevious: answer === 'yes',
      };
    });
}

/** The schemas that a release works with, as names of migrations. */
export type SchemaRange = {
  /** The last migration of the release. */
  newest: string;
  /** The last contraction: releases whose last migration is older cannot run on the tables of this release. */
  oldest: string;
};

/** The schemas of this release, or of the given migrations. */
export function schemaRange(known: Migration[] = knownMigrations()): SchemaRange {
  const newest = known.at(-1)?.name ?? '';
  return { newest, oldest: known.findLast(({ runsPrevious }) => !runsPrevious)?.name ?? known[0]?.name ?? '' };
}

/**
 * The pending migrations of a database, in order. Unknown migrations of a newer release are accepted if that release stated that
 * older ones can run on them.
 * @throws Error if the database has a migration that this release cannot run on, or if the SQL of an applied one has changed.
 */
export function pendingMigrations(applied: AppliedMigration[], known: Migration[] = knownMigrations()): Migration[] {
  const hashes = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256, runs_previous } of applied) {
    const hash = hashes.get(name);
    if (!hash && runs_previous) continue;
    if (!hash)
      throw new Error(`The database has migration ${name}, which this release cannot run on. Run the newer release.`);
    if (hash !== sha256)
      throw new Error(
        `Migration ${name} was changed after the database had applied it. Restore its text and write a new migration.`,
      );
  }
  const seen = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !seen.has(name));
}
