import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Session } from '../../../contract/auth.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { NewPasskey, PasskeyOptions, Passkeys, PasskeySignIn } from '../../../contract/passkeys.ts';
import { NoContent } from '../../http/noContent.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const own = { config: { policy: signedIn } } as const;
const open = { config: { policy: 'public' } } as const;
const tags = ['auth'];

/** `auth/passkeys/`: the caller's passkeys, and signing in with one. */
export const routes =
  ({ passkeys, securityLog }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/auth/passkeys/',
      { ...own, schema: { summary: 'One’s own passkeys', tags, response: { 200: Passkeys } } },
      (request) => passkeys.list(request),
    );

    app.post(
      '/auth/passkeys/options/',
      {
        ...own,
        schema: { summary: 'Options for a new passkey', tags, response: { 200: PasskeyOptions } },
      },
      (request) => passkeys.begin(request),
    );

    app.post(
      '/auth/passkeys/',
      { ...own, schema: { summary: 'Add a passkey', tags, body: NewPasskey, response: { 200: Passkeys } } },
      async (request) => {
        const all = await passkeys.add(request, request.body);
        securityLog.record(request, 'passkey_added');
        return all;
      },
    );

    app.delete(
      '/auth/passkeys/:id/',
      {
        ...own,
        schema: {
          summary: 'Remove a passkey',
          description: 'Every other session of the person ends; this one continues.',
          tags,
          params: RecordPath,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await passkeys.remove(request, request.params.id);
        securityLog.record(request, 'passkey_removed');
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/passkeys/challenge/',
      { ...open, schema: { summary: 'Options for a sign-in with a passkey', tags, response: { 200: PasskeyOptions } } },
      (request) => passkeys.challenge(request),
    );

    app.post(
      '/auth/passkeys/sign_in/',
      {
        ...open,
        schema: {
          summary: 'Sign in with a passkey',
          description: 'Without password and code: the authenticator has checked the person.',
          tags,
          body: PasskeySignIn,
          response: { 200: Session },
        },
      },
      (request) =>
        securityLog.signIn(
          request,
          {},
          passkeys.signIn(request, request.body).then((answer) => ({ answer, way: 'passkey' })),
        ),
    );
  };
