import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Registration, RegistrationConfirmation } from '../../../contract/registration.ts';
import { NoContent } from '../../http/noContent.ts';
import type { Services } from '../../services.ts';

const open = { config: { policy: 'public', flag: 'registration' } } as const;

/** `auth/register/` (specification §2). */
export const routes =
  ({ registrations }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/auth/register/',
      {
        ...open,
        schema: {
          summary: 'Ask for an account',
          description:
            'A link goes to the address. The same answer for every address: nobody learns who has an account.',
          tags: ['auth'],
          body: Registration,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await registrations.ask(request, request.body);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/register/confirm/',
      {
        ...open,
        schema: {
          summary: 'Confirm the address with the token of the link, and choose a password',
          description: 'Works once, for a day. The person then waits for approval, and staff are told.',
          tags: ['auth'],
          body: RegistrationConfirmation,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await registrations.confirm(request, request.body);
        return reply.code(204).send(null);
      },
    );
  };
