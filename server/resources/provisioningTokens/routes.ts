import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { RecordPath } from '../../../contract/collection.ts';
import {
  CreatedProvisioningToken,
  NewProvisioningToken,
  ProvisioningTokens,
} from '../../../contract/provisioningTokens.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const config = { policy: mayWrite('provisioning_tokens'), flag: 'singleSignOn' } as const;
const tags = ['provisioning'];

/** `provisioning_tokens/`: the tokens of directories that provision users by SCIM. */
export const routes =
  ({ provisioningTokens }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/provisioning_tokens/',
      { config, schema: { summary: 'The tokens for provisioning', tags, response: { 200: ProvisioningTokens } } },
      () => provisioningTokens.list(),
    );

    app.post(
      '/provisioning_tokens/',
      {
        config,
        schema: {
          summary: 'Create a token for provisioning',
          description:
            'The response is the only one that contains the token. Two may be valid at a time. 403 `insufficient_user_authentication` without a recent authentication.',
          tags,
          body: NewProvisioningToken,
          response: { 201: CreatedProvisioningToken },
        },
      },
      async (request, reply) => reply.code(201).send(await provisioningTokens.create(request, request.body)),
    );

    app.delete(
      '/provisioning_tokens/:id/',
      {
        config,
        schema: {
          summary: 'Delete a token for provisioning',
          description:
            'It stops working at once. 403 `insufficient_user_authentication` without a recent authentication.',
          tags,
          params: RecordPath,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await provisioningTokens.remove(request, request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
