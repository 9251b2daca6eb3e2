import { hasPostgres, shareServer } from './postgres.ts';

/** Runs before Jest: one throwaway PostgreSQL for all files, as starting one takes longer than most of their tests. */
export default async function startShared(): Promise<void> {
  if (hasPostgres) await shareServer();
}
