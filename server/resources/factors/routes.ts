import { RecoveryCodes, SecondFactors, TotpConfirmation, TotpSetup } from '../../../contract/factors.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createFactors } from './factors.ts';

const ownRoute = routeOptions('auth', { policy: signedIn, flag: 'twoFactor' });

/** `auth/factors/`, `auth/totp/`, `auth/recovery_codes/`: what one can sign in with besides the password. */
export function routes(app: TypedApp, services: Services): void {
  const { securityLog } = services;
  const factors = createFactors(services);
  app.get(
    '/auth/factors/',
    ownRoute({ summary: 'One’s own authenticator app', response: { 200: SecondFactors } }),
    (request) => factors.read(request),
  );

  app.post(
    '/auth/totp/',
    ownRoute({ summary: 'Set up an authenticator app', response: { 200: TotpSetup } }),
    (request) => factors.setUp(request),
  );

  app.post(
    '/auth/totp/confirm/',
    ownRoute({
      summary: 'Confirm the authenticator app with its first code',
      description: 'From then on, signing in asks for its codes. Returns recovery codes.',
      body: TotpConfirmation,
      response: { 200: RecoveryCodes },
    }),
    async (request) => {
      const codes = await factors.confirm(request, request.body.code);
      securityLog.record(request, 'totp_added');
      return codes;
    },
  );

  app.delete(
    '/auth/totp/',
    ownRoute({
      summary: 'Remove the authenticator app and the recovery codes',
      description: 'Signing in asks for codes by e-mail again.',
      response: { 204: NoContent },
    }),
    async (request) => {
      await factors.remove(request);
      securityLog.record(request, 'totp_removed');
    },
  );

  app.post(
    '/auth/recovery_codes/',
    ownRoute({
      summary: 'Replace the recovery codes',
      description: 'Earlier ones no longer work.',
      response: { 200: RecoveryCodes },
    }),
    async (request) => {
      const codes = await factors.renewCodes(request);
      securityLog.record(request, 'recovery_codes_renewed');
      return codes;
    },
  );
}
