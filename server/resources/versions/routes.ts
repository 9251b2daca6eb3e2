import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Versions } from '../../../contract/versions.ts';
import { mayRead } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { latestVersions } from './repository.ts';

/** `versions/`: the latest Android, Apple, web, admin and backend versions (R99). */
export const routes =
  ({ database: { db } }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/versions/',
      {
        config: { policy: mayRead('versions') },
        schema: { summary: 'The latest version of each platform', tags: ['versions'], response: { 200: Versions } },
      },
      async () => ({ results: await latestVersions(db) }),
    );
  };
