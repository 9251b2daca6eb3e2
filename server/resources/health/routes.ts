import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';

const Health = Type.Object({ status: Type.Literal('ok') }, { $id: 'Health' });

/** `livez/` and `readyz/`: whether the process runs, and whether it can answer calls. */
export const routes =
  ({ database, storage }: Services): FastifyPluginAsyncTypebox =>
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
          summary: 'The database responds and has room, and the process is not stopping',
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
        return { status: 'ok' as const };
      },
    );
  };
