import { EmailUndone, MailedLink, NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createEmailChanges } from './emailChanges.ts';

const ownRoute = routeOptions('auth', { policy: signedIn });
const open = routeOptions('auth', { policy: 'public' });

/** `auth/email/`: the e-mail address of the signed-in user. */
export function routes(app: TypedApp, services: Services): void {
  const { securityLog } = services;
  const changes = createEmailChanges(services);
  app.get('/auth/email/', ownRoute({ summary: 'One’s own e-mail address', response: { 200: OwnEmail } }), (request) =>
    changes.read(request),
  );

  app.post(
    '/auth/email/',
    ownRoute({
      summary: 'Request a change of one’s own e-mail address',
      description: 'A link is sent to the new address, which becomes active once the link is opened.',
      body: NewOwnEmail,
      response: { 200: OwnEmail },
    }),
    (request) => changes.ask(request, request.body),
  );

  app.delete(
    '/auth/email/',
    ownRoute({ summary: 'Cancel the unconfirmed change', response: { 204: NoContent } }),
    (request) => changes.cancel(request),
  );

  app.post(
    '/auth/email/confirm/',
    open({
      summary: 'Confirm a new e-mail address with the token of the link',
      description: 'Works once, for a day. Every other session of the person ends; the former address is notified.',
      body: MailedLink,
      response: { 204: NoContent },
    }),
    (request) => securityLog.link(request, 'email_link', changes.confirm(request, request.body.token)),
  );

  app.post(
    '/auth/email/undo/',
    open({
      summary: 'Restore the former e-mail address with the token of the notification',
      description:
        'Works once, for seven days. Ends every session and link of the person, unlinks their national IDs and removes their password; the response has a token for choosing a new one.',
      body: MailedLink,
      response: { 200: EmailUndone },
    }),
    (request) => securityLog.link(request, 'email_undo_link', changes.undo(request, request.body.token)),
  );
}
