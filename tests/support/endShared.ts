import { endSharedServer, hasPostgres } from './postgres.ts';

/** Runs after Jest. */
export default async function endShared(): Promise<void> {
  if (hasPostgres) await endSharedServer();
}
