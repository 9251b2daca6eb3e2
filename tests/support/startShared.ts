import { hasPostgres, shareServer } from './postgres.ts';

/** Before Jest's first test: one throwaway PostgreSQL for all files, as to make one takes longer than most of their tests. */
export default async function startShared(): Promise<void> {
  if (hasPostgres) await shareServer();
}
