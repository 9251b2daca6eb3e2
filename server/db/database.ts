import type { Kysely } from 'kysely';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { Replica } from './replica.ts';
import type { Tables } from './tables.ts';

/**
 * Where the data is: a PostgreSQL server, a folder for the embedded database, or memory. `migrateUrl` is the same
 * database as the owner of its schema; without it, `url` is the owner. `direct` is the same database without the pooler that
 * `url` leads to, which gives each transaction another connection. `replicaUrl` is a copy to read from. `templates` is a folder with a cached cluster
 * that new embedded databases start from.
 */
export type DatabasePlace =
  | { url: string; migrateUrl?: string | null; direct?: string | null; replicaUrl?: string | null }
  | (({ folder: string } | { memory: true }) & { templates?: string });

/** One deployment's database. Both kinds run the same SQL and migrations. */
export type Database = {
  kind: 'postgres' | 'embedded';
  db: Kysely<Tables>;
  /**
   * Applies pending migrations as the owner of the schema and returns their names; several processes may call it at
   * once. Then allows the role of `db` only to add to the logs, if it is another one.
   */
  migrate: () => Promise<string[]>;
  /** Whether the role of `db` cannot change or delete entries of the audit log. */
  isAppendOnly: () => Promise<boolean>;
  /**
   * Asks whether the database can be written. @throws if it is read-only, or does not answer within two and a half
   * seconds, also because calls use all connections.
   */
  ping: () => Promise<void>;
  /** The connections of this process; null for the embedded database, which has only one. */
  connections: () => Connections | null;
  /**
   * Listens to the notifications of a channel, on a connection of its own. Returns how to stop. `lost` is called once if the
   * connection is closed: notifications are missed from then on. A connection that fell silent is not noticed.
   */
  listen: (channel: string, heard: (payload: string) => void, lost: () => void) => Promise<() => Promise<void>>;
  /** The copy to read from; null: there is none. */
  replica: Pick<Replica, 'has' | 'caughtUp'> | null;
  /** What the role of `db` lacks that the backend cannot set for its session through a pooler, as SQL. */
  missingSettings: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** The connections of a process to PostgreSQL: open ones, idle ones among them, and calls that wait for one. */
export type Connections = { open: number; idle: number; waiting: number; most: number };

/** Options of the connection. */
export type DatabaseOptions = {
  /**
   * Timeout of one PostgreSQL statement, in milliseconds. A connection that is silent for another five seconds is
   * closed, together with the idle ones. Omitted: 30 seconds, and no connection is closed.
   */
  queryTimeout?: number;
  /** For the embedded database: after the migration, use a role that cannot change the logs. Commands leave it out. */
  isRestricted?: boolean;
};

/** Opens a database without changing its schema. Connection problems show with the first query. */
export async function openDatabase(place: DatabasePlace, options: DatabaseOptions = {}): Promise<Database> {
  if ('url' in place) return openPostgres(place, options);
  return openEmbedded('folder' in place ? place.folder : undefined, place.templates, options.isRestricted ?? false);
}
