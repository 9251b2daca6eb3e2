import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Session } from '../../../contract/auth.ts';
import { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { OpenidSignIn } from './openidSignIn.ts';

const open = { config: { policy: 'public', flag: 'nationalId' } } as const;

/** `auth/openid/`: signing in with the national ID (specification §7). */
export const openidRoutes =
  (openid: OpenidSignIn): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/auth/openid/start/',
      {
        ...open,
        schema: {
          summary: 'Begin a sign-in with the national ID',
          description: 'The browser goes to `authorization_url`. What is begun is good for ten minutes.',
          tags: ['auth'],
          body: OpenidStart,
          response: { 200: OpenidStarted },
        },
      },
      (request) => openid.start(request, request.body),
    );

    app.post(
      '/auth/openid/',
      {
        ...open,
        schema: {
          summary: 'Sign in with what the provider of the national ID sent back',
          description: 'Works once. No code by e-mail is asked for: the national ID is the stronger proof.',
          tags: ['auth'],
          body: OpenidCallback,
          response: { 200: Session },
        },
      },
      (request) => openid.finish(request, request.body),
    );
  };
