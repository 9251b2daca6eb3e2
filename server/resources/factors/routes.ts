import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { RecoveryCodes, SecondFactors, TotpConfirmation, TotpSetup } from '../../../contract/factors.ts';
import { NoContent } from '../../http/noContent.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createFactors } from './factors.ts';

const own = { config: { policy: signedIn, flag: 'twoFactor' } } as const;
const tags = ['auth'];

/** `auth/factors/`, `auth/totp/`, `auth/recovery_codes/`: what one can sign in with besides the password. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { securityLog } = services;
    const factors = createFactors(services);
    app.get(
      '/auth/factors/',
      { ...own, schema: { summary: 'One’s own authenticator app', tags, response: { 200: SecondFactors } } },
      (request) => factors.read(request),
    );

    app.post(
      '/auth/totp/',
      {
        ...own,
        schema: { summary: 'Set up an authenticator app', tags, response: { 200: TotpSetup } },
      },
      (request) => factors.setUp(request),
    );

    app.post(
      '/auth/totp/confirm/',
      {
        ...own,
        schema: {
          summary: 'Confirm the authenticator app with its first code',
          description: 'From then on, signing in asks for its codes. Returns recovery codes.',
          tags,
          body: TotpConfirmation,
          response: { 200: RecoveryCodes },
        },
      },
      async (request) => {
        const codes = await factors.confirm(request, request.body.code);
        securityLog.record(request, 'totp_added');
        return codes;
      },
    );

    app.delete(
      '/auth/totp/',
      {
        ...own,
        schema: {
          summary: 'Remove the authenticator app and the recovery codes',
          description: 'Signing in asks for codes by e-mail again.',
          tags,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await factors.remove(request);
        securityLog.record(request, 'totp_removed');
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/recovery_codes/',
      {
        ...own,
        schema: {
          summary: 'Replace the recovery codes',
          description: 'Earlier ones no longer work.',
          tags,
          response: { 200: RecoveryCodes },
        },
      },
      async (request) => {
        const codes = await factors.renewCodes(request);
        securityLog.record(request, 'recovery_codes_renewed');
        return codes;
      },
    );
  };
