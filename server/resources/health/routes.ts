import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { Condition, queuesOf } from './condition.ts';

const Health = Type.Object({ status: Type.Literal('ok') }, { $id: 'Health' });

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a header has the token of operators; takes the same time for every token. */
function hasToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

/**
 * `livez/` and `readyz/`: whether the process runs, and whether it can answer calls. `condition/`, only with HEALTH_TOKEN: the
 * state of database, outbox and background tasks for operators.
 */
export const routes =
  ({
    database,
    fileStores,
    storage,
    deployment,
    clock,
    settings: { healthToken },
  }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/livez/',
      {
        config: { policy: 'public' },
        logLevel: 'warn',
        schema: { summary: 'The process runs', tags: ['health'], response: { 200: Health } },
      },
      async () => ({ status: 'ok' as const }),
    );

    app.get(
      '/readyz/',
      {
        config: { policy: 'public' },
        logLevel: 'warn',
        schema: {
          summary:
            'The database responds, can be written and has room, files can be stored, and the process is not stopping',
          tags: ['health'],
          response: { 200: Health },
        },
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
        config: { policy: 'public' },
        logLevel: 'warn',
        schema: { hide: true, response: { 200: Condition } },
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
  };
