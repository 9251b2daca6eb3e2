import { Session } from '../../../contract/auth.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { MailedLink } from '../../../contract/emailChanges.ts';
import { Identities } from '../../../contract/identities.ts';
import { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createLinkedIdentities } from './linkedIdentities.ts';
import { createOpenidSignIn } from './openidSignIn.ts';

const ownRoute = routeOptions('auth', { policy: signedIn, flag: 'nationalId' });
const open = routeOptions('auth', { policy: 'public', flag: 'nationalId' });

/** The sign-in, and the link that confirms its first use. */
function serveSignIn(app: TypedApp, services: Services): void {
  const { securityLog } = services;
  const openid = createOpenidSignIn(services);
  app.post(
    '/auth/openid/start/',
    open({
      summary: 'Start a sign-in with the national ID',
      description: 'The browser opens `authorization_url`. The sign-in expires after ten minutes.',
      body: OpenidStart,
      response: { 200: OpenidStarted },
    }),
    (request) => openid.start(request, request.body),
  );

  app.post(
    '/auth/openid/',
    open({
      summary: 'Sign in with the response of the national ID’s provider',
      description:
        'Works once. No code by e-mail is required: the national ID is the stronger proof. The first time, a link is mailed to the account with its e-mail (403 national_id_unconfirmed); signing in works once that is opened.',
      body: OpenidCallback,
      response: { 200: Session },
    }),
    (request) =>
      securityLog.signIn(
        request,
        {},
        openid.finish(request, request.body).then((answer) => ({ answer, way: 'national_id' })),
      ),
  );

  app.post(
    '/auth/openid/confirm/',
    open({
      summary: 'Link a national ID with the token of the mailed link',
      description: 'Works once, for an hour. Every session of the person ends, and they are notified.',
      body: MailedLink,
      response: { 204: NoContent },
    }),
    (request) => securityLog.link(request, 'national_id_link', openid.confirm(request, request.body.token)),
  );
}

/** The caller’s linked national IDs. */
function serveIdentities(app: TypedApp, services: Services): void {
  const identities = createLinkedIdentities(services, 'national_id');
  app.get(
    '/auth/national_ids/',
    ownRoute({ summary: 'One’s own linked national IDs', response: { 200: Identities } }),
    (request) => identities.listOwn(request),
  );

  app.delete(
    '/auth/national_ids/:id/',
    ownRoute({
      summary: 'Unlink one’s own national ID',
      description: 'Every other session of the person ends; this one continues.',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    (request) => identities.unlinkOwn(request, request.params.id),
  );
}

/** `auth/openid/`: signing in with the national ID (R30). */
export function routes(app: TypedApp, services: Services): void {
  serveSignIn(app, services);
  serveIdentities(app, services);
}
