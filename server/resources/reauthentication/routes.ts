import { OtpChallenge } from '../../../contract/auth.ts';
import { PasskeyOptions } from '../../../contract/passkeys.ts';
import { Reauthentication, ReauthenticationWays } from '../../../contract/reauthentication.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createReauthentication } from './reauthentication.ts';

const ownRoute = routeOptions('auth', { policy: signedIn });

/** `auth/reauthentication/`: proving again who one is, before a sensitive act. */
export function routes(app: TypedApp, services: Services): void {
  const { passkeys, securityLog } = services;
  const reauthentication = createReauthentication(services);
  app.get(
    '/auth/reauthentication/',
    ownRoute({ summary: 'The proofs that one can give', response: { 200: ReauthenticationWays } }),
    (request) => reauthentication.ways(request),
  );

  app.post(
    '/auth/reauthentication/',
    ownRoute({
      summary: 'Prove again who one is',
      description: 'For ten minutes, sensitive acts of this session no longer answer insufficient_user_authentication.',
      body: Reauthentication,
      response: { 204: NoContent },
    }),
    (request) => securityLog.reauthentication(request, reauthentication.prove(request, request.body)),
  );

  app.post(
    '/auth/reauthentication/passkey/',
    ownRoute({ summary: 'Options for a proof with a passkey', response: { 200: PasskeyOptions } }),
    (request) => passkeys.proofChallenge(request),
  );

  app.post(
    '/auth/reauthentication/code/',
    ownRoute({
      summary: 'Request a code that proves who one is',
      description: 'Only for people without a password; the code is sent to their address.',
      response: { 200: OtpChallenge },
    }),
    (request) => reauthentication.sendCode(request),
  );
}
