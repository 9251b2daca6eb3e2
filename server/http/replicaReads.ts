import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `replica`: a read that may use the replica, as all lists may. */
    reads?: 'replica';
  }
}

/** Whether the query of a route has pages, as those of lists have. */
function hasPages(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties, allOf } = schema as { properties?: object; allOf?: unknown[] };
  return (properties !== undefined && 'page_size' in properties) || (allOf?.some(hasPages) ?? false);
}

/**
 * Lets lists and reports read from the replica, if it has what the caller has written. What a person has written last is in
 * their sessions, so that every process knows.
 */
export function readFromReplica(app: FastifyInstance, { db, replica }: Database): void {
  if (!replica) return;
  const routes = new Set<string>();
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (method === 'GET' && (config?.reads === 'replica' || hasPages(schema?.querystring))) routes.add(url);
  });
  app.addHook('preHandler', async ({ session, call, method, routeOptions }) => {
    if (!session || !call || method !== 'GET' || !routes.has(routeOptions.url ?? '')) return;
    call.mayUseReplica = replica.has(session.lastWrite ?? Infinity);
  });
  app.addHook('onSend', async ({ session, method }, { statusCode }) => {
    if (!session || method === 'GET' || method === 'HEAD' || statusCode >= 400) return;
    await sql`update sessions set last_write = pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint
      where user_id = ${session.person.id}`.execute(db);
  });
}
