import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { RecordPath } from '../../../contract/collection.ts';
import { NewSecret, NewServiceAccount, SecretRotation, ServiceAccounts } from '../../../contract/serviceAccounts.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createServiceAccounts } from './serviceAccounts.ts';

const config = { policy: mayWrite('service_accounts') } as const;
const tags = ['service accounts'];

/** `service_accounts/`: the accounts of other systems. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const serviceAccounts = createServiceAccounts(services);
    app.get(
      '/service_accounts/',
      { config, schema: { summary: 'The service accounts', tags, response: { 200: ServiceAccounts } } },
      () => serviceAccounts.list(),
    );

    app.post(
      '/service_accounts/',
      {
        config,
        schema: {
          summary: 'Create a service account',
          description: 'The response is the only one that contains the secret.',
          tags,
          body: NewServiceAccount,
          response: { 201: NewSecret },
        },
      },
      async (request, reply) => reply.code(201).send(await serviceAccounts.create(request, request.body)),
    );

    app.post(
      '/service_accounts/:id/rotate/',
      {
        config,
        schema: {
          summary: 'Replace the secret of a service account',
          description: 'The old secret stays valid for the hours given, but no longer than before.',
          tags,
          params: RecordPath,
          body: SecretRotation,
          response: { 200: NewSecret },
        },
      },
      (request) => serviceAccounts.rotate(request, request.params.id, request.body),
    );

    app.delete(
      '/service_accounts/:id/',
      {
        config,
        schema: {
          summary: 'End a service account',
          description: 'Its secrets stop working at once.',
          tags,
          params: RecordPath,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await serviceAccounts.end(request, request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
