import { Session } from '../../../contract/auth.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { NewPasskey, PasskeyOptions, Passkeys, PasskeySignIn } from '../../../contract/passkeys.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const ownRoute = routeOptions('auth', { policy: signedIn });
const open = routeOptions('auth', { policy: 'public' });

/** `auth/passkeys/`: the caller's passkeys, and signing in with one. */
export function routes(app: TypedApp, { passkeys, securityLog }: Services): void {
  app.get('/auth/passkeys/', ownRoute({ summary: 'One’s own passkeys', response: { 200: Passkeys } }), (request) =>
    passkeys.list(request),
  );

  app.post(
    '/auth/passkeys/options/',
    ownRoute({ summary: 'Options for a new passkey', response: { 200: PasskeyOptions } }),
    (request) => passkeys.begin(request),
  );

  app.post(
    '/auth/passkeys/',
    ownRoute({ summary: 'Add a passkey', body: NewPasskey, response: { 200: Passkeys } }),
    async (request) => {
      const all = await passkeys.add(request, request.body);
      securityLog.record(request, 'passkey_added');
      return all;
    },
  );

  app.delete(
    '/auth/passkeys/:id/',
    ownRoute({
      summary: 'Remove a passkey',
      description: 'Every other session of the person ends; this one continues.',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    async (request) => {
      await passkeys.remove(request, request.params.id);
      securityLog.record(request, 'passkey_removed');
    },
  );

  app.post(
    '/auth/passkeys/challenge/',
    open({ summary: 'Options for a sign-in with a passkey', response: { 200: PasskeyOptions } }),
    (request) => passkeys.challenge(request),
  );

  app.post(
    '/auth/passkeys/sign_in/',
    open({
      summary: 'Sign in with a passkey',
      description: 'Without password and code: the authenticator has checked the person.',
      body: PasskeySignIn,
      response: { 200: Session },
    }),
    (request) =>
      securityLog.signIn(
        request,
        {},
        passkeys.signIn(request, request.body).then((answer) => ({ answer, way: 'passkey' })),
      ),
  );
}
