import { createHash, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import { named } from '../../../contract/fields.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { Condition, queuesOf } from './condition.ts';

const open = routeOptions('health', { policy: 'public' });

const Health = named('Health', { status: Type.Literal('ok') });

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a header has the token of operators; takes the same time for every token. */
function hasToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

/**
 * `livez/` and `readyz/`: whether the process runs, and whether it can answer calls. `condition/`, only with HEALTH_TOKEN: the
 * state of database, outbox and background tasks for operators.
 */
export function routes(
  app: TypedApp,
  { database, fileStores, storage, deployment, clock, settings: { healthToken } }: Services,
): void {
  app.get(
    '/livez/',
    { ...open({ summary: 'The process runs', response: { 200: Health } }), logLevel: 'warn' },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz/',
    {
      ...open({
        summary:
          'The database responds, can be written and has room, files can be stored, and the process is not stopping',
        response: { 200: Health },
      }),
      logLevel: 'warn',
    },
    async () => {
      if (app.isStopping()) throw new ApiProblem('backend_unreachable');
      await database.ping().catch((error: unknown) => {
        throw new ApiProblem('backend_unreachable', {}, { cause: error });
      });
      if (!(await storage.hasRoom())) throw new ApiProblem('storage_full');
      if (!fileStores.canWrite()) throw new ApiProblem('files_unavailable');
      return { status: 'ok' as const };
    },
  );

  // Without a token the route does not exist; it is never part of the API's description.
  if (healthToken === null) return;
  app.get(
    '/condition/',
    {
      ...open({ hide: true, response: { 200: Condition } }),
      logLevel: 'warn',
    },
    async (request) => {
      if (!hasToken(request.headers.authorization, healthToken)) throw new ApiProblem('not_found');
      const { version } = deployment;
      const started = performance.now();
      const isThere = await database.ping().then(
        () => true,
        () => false,
      );
      const milliseconds = Math.round(performance.now() - started);
      if (!isThere)
        return { version, database: { status: 'unreachable' as const, milliseconds }, outbox: null, jobs: null };
      const status = (await storage.hasRoom()) ? ('ok' as const) : ('full' as const);
      return { version, database: { status, milliseconds }, ...(await queuesOf(database.db, clock())) };
    },
  );
}
