import { RecordPath } from '../../../contract/collection.ts';
import { NewSecret, NewServiceAccount, SecretRotation, ServiceAccounts } from '../../../contract/serviceAccounts.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createServiceAccounts } from './serviceAccounts.ts';

const writes = routeOptions('service accounts', { policy: mayWrite('service_accounts') });

/** `service_accounts/`: the accounts of other systems. */
export function routes(app: TypedApp, services: Services): void {
  const serviceAccounts = createServiceAccounts(services);
  app.get('/service_accounts/', writes({ summary: 'The service accounts', response: { 200: ServiceAccounts } }), () =>
    serviceAccounts.list(),
  );

  app.post(
    '/service_accounts/',
    writes({
      summary: 'Create a service account',
      description: 'The response is the only one that contains the secret.',
      body: NewServiceAccount,
      response: { 201: NewSecret },
    }),
    (request) => serviceAccounts.create(request, request.body),
  );

  app.post(
    '/service_accounts/:id/rotate/',
    writes({
      summary: 'Replace the secret of a service account',
      description: 'The old secret stays valid for the hours given, but no longer than before.',
      params: RecordPath,
      body: SecretRotation,
      response: { 200: NewSecret },
    }),
    (request) => serviceAccounts.rotate(request, request.params.id, request.body),
  );

  app.delete(
    '/service_accounts/:id/',
    writes({
      summary: 'End a service account',
      description: 'Its secrets stop working at once.',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    (request) => serviceAccounts.end(request, request.params.id),
  );
}
