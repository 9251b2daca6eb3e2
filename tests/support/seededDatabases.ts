import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { seed } from '../../server/seed/seed.ts';

/** The URL of another database on the same server. */
export function databaseBeside(url: string, name: string): string {
  return url.replace(/\/[^/?]+(?=\?|$)/, `/${name}`);
}

async function writeDemoData(url: string, id: string, now: Date): Promise<void> {
  const database = await openDatabase({ url });
  await database.migrate();
  await seed(database, await loadDeployment(id), { size: 'demo', now });
  await database.close();
}

/**
 * Creates a database with a deployment's demo data. The first call of a run writes the data into a database of its own, which is copied:
 * writing them takes seconds, and each worker of the browser suites needs them.
 * @param server URL of any database of the server
 * @param name of the new database
 * @returns its URL
 */
export async function createSeededDatabase(server: string, name: string, id: string, now: Date): Promise<string> {
  const client = new pg.Client(databaseBeside(server, 'postgres'));
  await client.connect();
  const template = client.escapeIdentifier(`seeded_${id}`);
  try {
    // Other workers wait until the data are complete.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const exists = async (database: string) =>
      (await client.query('select from pg_database where datname = $1', [database])).rowCount !== 0;
    if (!(await exists(`seeded_${id}`))) {
      const draft = `draft_${id}`;
      await client.query(`create database ${client.escapeIdentifier(draft)}`);
      await writeDemoData(databaseBeside(server, draft), id, now);
      await client.query(`alter database ${client.escapeIdentifier(draft)} rename to ${template}`);
    }
    // A page that called the API before has created it, with the same data.
    if (!(await exists(name)))
      await client.query(`create database ${client.escapeIdentifier(name)} template ${template}`);
    return databaseBeside(server, name);
  } finally {
    await client.end();
  }
}
