import { openDatabase } from '../../server/db/database.ts';
import { startPostgres } from './postgres.ts';

/** One throwaway PostgreSQL for the whole run; each worker and deployment creates databases in it. */
export default async function startDatabases(): Promise<() => Promise<void>> {
  // A live deployment has its own.
  if (process.env.LIVE_URL) return () => Promise.resolve();
  const server = await startPostgres();
  // Migrates the template for `create database`: migrating each deployment's takes a second.
  const copied = await openDatabase({ url: server.urlOf('template1') });
  await copied.migrate();
  await copied.close();
  process.env.TEST_DATABASE_URL = await server.createDatabase();
  return server.stop;
}
