import { Registration, RegistrationConfirmation } from '../../../contract/registration.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import type { Services } from '../../services.ts';
import { createRegistrations } from './registrations.ts';

const open = routeOptions('auth', { policy: 'public', flag: 'registration' });

/** `auth/register/` (R62). */
export function routes(app: TypedApp, services: Services): void {
  const { securityLog } = services;
  const registrations = createRegistrations(services);
  app.post(
    '/auth/register/',
    open({
      summary: 'Request an account',
      description:
        'A link is sent to the address. The response is the same for every address, so it does not reveal accounts.',
      body: Registration,
      response: { 204: NoContent },
    }),
    (request) => registrations.ask(request, request.body),
  );

  app.post(
    '/auth/register/confirm/',
    open({
      summary: 'Confirm the address with the token of the link, and choose a password',
      description: 'Works once, for a day. The account then waits for approval, and staff are notified.',
      body: RegistrationConfirmation,
      response: { 204: NoContent },
    }),
    (request) => securityLog.link(request, 'registration_link', registrations.confirm(request, request.body)),
  );
}
