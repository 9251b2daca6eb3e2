import { endSharedServer, hasPostgres } from './postgres.ts';

/** After Jest's last test. */
export default async function endShared(): Promise<void> {
  if (hasPostgres) await endSharedServer();
}
