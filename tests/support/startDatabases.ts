import { startPostgres } from './postgres.ts';

/** One throwaway PostgreSQL for the whole run; each worker and deployment makes databases of its own in it. */
export default async function startDatabases(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = await server.createDatabase();
  return server.stop;
}
