import { relative } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { knownMigrations } from '../../server/db/migrations.ts';
import { narrowings, readCatalog } from './catalog.ts';

/** An empty database in memory for `checkMigrations`; the caller closes it. */
export function scratchDatabase(): Promise<PGlite> {
  return PGlite.create({ extensions: { btree_gist, pg_trgm, unaccent } });
}

/**
 * Applies the migrations of a folder one by one and compares what each takes from the release before it with what its first line
 * states. Returns the problems, each with file, line and remedy. The database is empty again afterwards.
 * @throws Error when a migration has no statement, or its SQL fails
 */
export async function checkMigrations(folder: string, database: PGlite): Promise<string[]> {
  const problems: string[] = [];
  await database.exec('begin');
  try {
    let before = await readCatalog(database);
    for (const { name, sql, runsPrevious } of knownMigrations(folder)) {
      await database.exec(sql);
      const after = await readCatalog(database);
      const taken = narrowings(before, after);
      if (runsPrevious && taken.length > 0)
        problems.push(
          `${relative('', `${folder}/${name}.sql`)}:1: states that the previous release can run on it, but ${taken.join(', and ')}. ` +
            'Expand first: add what is new beside what is there, and take the old away in a later release. If the last shipped release ' +
            'no longer uses it, state the contraction: "-- previous release: no". Nobody can roll back over it.',
        );
      before = after;
    }
  } finally {
    await database.exec('rollback');
  }
  return problems;
}
