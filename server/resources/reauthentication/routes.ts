import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { OtpChallenge } from '../../../contract/auth.ts';
import { PasskeyOptions } from '../../../contract/passkeys.ts';
import { Reauthentication, ReauthenticationWays } from '../../../contract/reauthentication.ts';
import { NoContent } from '../../http/noContent.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createReauthentication } from './reauthentication.ts';

const tags = ['auth'];

/** `auth/reauthentication/`: proving again who one is, before a sensitive act. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { passkeys, securityLog } = services;
    const reauthentication = createReauthentication(services);
    app.get(
      '/auth/reauthentication/',
      {
        config: { policy: signedIn },
        schema: { summary: 'The proofs that one can give', tags, response: { 200: ReauthenticationWays } },
      },
      (request) => reauthentication.ways(request),
    );

    app.post(
      '/auth/reauthentication/',
      {
        config: { policy: signedIn },
        schema: {
          summary: 'Prove again who one is',
          description:
            'For ten minutes, sensitive acts of this session no longer answer insufficient_user_authentication.',
          tags,
          body: Reauthentication,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await securityLog.reauthentication(request, reauthentication.prove(request, request.body));
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/reauthentication/passkey/',
      {
        config: { policy: signedIn },
        schema: { summary: 'Options for a proof with a passkey', tags, response: { 200: PasskeyOptions } },
      },
      (request) => passkeys.proofChallenge(request),
    );

    app.post(
      '/auth/reauthentication/code/',
      {
        config: { policy: signedIn },
        schema: {
          summary: 'Request a code that proves who one is',
          description: 'Only for people without a password; the code is sent to their address.',
          tags,
          response: { 200: OtpChallenge },
        },
      },
      (request) => reauthentication.sendCode(request),
    );
  };
