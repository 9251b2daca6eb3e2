import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Registration, RegistrationConfirmation } from '../../../contract/registration.ts';
import { NoContent } from '../../http/noContent.ts';
import type { Services } from '../../services.ts';
import { createRegistrations } from './registrations.ts';

const open = { config: { policy: 'public', flag: 'registration' } } as const;

/** `auth/register/` (R62). */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { securityLog } = services;
    const registrations = createRegistrations(services);
    app.post(
      '/auth/register/',
      {
        ...open,
        schema: {
          summary: 'Request an account',
          description:
            'A link is sent to the address. The response is the same for every address, so it does not reveal accounts.',
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
          description: 'Works once, for a day. The account then waits for approval, and staff are notified.',
          tags: ['auth'],
          body: RegistrationConfirmation,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await securityLog.link(request, 'registration_link', registrations.confirm(request, request.body));
        return reply.code(204).send(null);
      },
    );
  };
