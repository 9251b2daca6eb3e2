import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabasePlace } from '../../server/db/database.ts';

/** Locations of the data of all deployments. */
export type DataPlaces = {
  /** Contains the embedded databases (`<id>/database`), templates for new ones (`.templates`) and logs (`logs/<id>.log`). */
  dataFolder: string;
  /** URL of a PostgreSQL database, or null for embedded ones. Each deployment uses a database of that name with the suffix `_<id>`. */
  databaseUrl: string | null;
};

/** URL of the deployment's own database on the same server, which is created if it does not exist. */
async function ownDatabase(url: string, id: string): Promise<string> {
  const [, before = '', name = '', after = ''] = /^(.*\/)([^/?]+)(\?.*)?$/.exec(url) ?? [];
  const database = `${name}_${id.replaceAll('-', '_')}`;
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
  return `${before}${database}${after}`;
}

/** The database of a deployment: in PostgreSQL, created if needed, or in a folder. */
export async function databasePlace(id: string, { dataFolder, databaseUrl }: DataPlaces): Promise<DatabasePlace> {
  if (databaseUrl) return { url: await ownDatabase(databaseUrl, id) };
  const folder = join(dataFolder, id);
  mkdirSync(folder, { recursive: true });
  return { folder, templates: join(dataFolder, '.templates') };
}
