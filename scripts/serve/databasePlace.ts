import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabasePlace } from '../../server/db/database.ts';

/** Where the data of all deployments is. */
export type DataPlaces = {
  /** The embedded databases are in `<dataFolder>/<id>/database`, what new ones start from in `.templates`, the logs in `logs/<id>.log`. */
  dataFolder: string;
  /** PostgreSQL instead: one database per deployment, this one's name with `_<id>` behind it. */
  databaseUrl: string | null;
};

/** The deployment's own database beside the one that was named, made when it is not there. */
async function ownDatabase(url: string, id: string): Promise<string> {
  const [, before = '', name = '', after = ''] = /^(.*\/)([^/?]+)(\?.*)?$/.exec(url) ?? [];
  const own = `${name}_${id.replaceAll('-', '_')}`;
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [own]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(own)}`);
  } finally {
    await client.end();
  }
  return `${before}${own}${after}`;
}

/** Where a deployment's data is: in PostgreSQL (its database is made when it is not there), or in a folder. */
export async function databasePlace(id: string, { dataFolder, databaseUrl }: DataPlaces): Promise<DatabasePlace> {
  if (databaseUrl) return { url: await ownDatabase(databaseUrl, id) };
  const folder = join(dataFolder, id);
  mkdirSync(folder, { recursive: true });
  return { folder, templates: join(dataFolder, '.templates') };
}
