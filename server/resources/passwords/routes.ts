import {
  CheckedLink,
  ForgottenPassword,
  LinkCheck,
  PasswordChange,
  PasswordReset,
} from '../../../contract/passwords.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const open = routeOptions('auth', { policy: 'public' });
const ownRoute = routeOptions('auth', { policy: signedIn });

/** Serves the routes with which people who forgot their password choose a new one. */
function serveReset(app: TypedApp, { passwordResets: resets, securityLog }: Services): void {
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });

  app.post(
    '/auth/forgot_password/',
    open({
      summary: 'Request a link to a new password',
      description: 'The response is the same for every address, so it does not reveal accounts.',
      body: ForgottenPassword,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { email } = request.body;
      const { sending } = await resets.ask(request, email);
      securityLog.record(request, 'password_reset_requested', { email });
      const sent = sending
        .catch((error: unknown) => request.log.error({ err: error }, 'no link to a new password was sent'))
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
  );

  app.post(
    '/auth/reset_password/',
    open({
      summary: 'Choose a new password with the token of the link',
      description: 'Works once. Ends every session of the person.',
      body: PasswordReset,
      response: { 204: NoContent },
    }),
    async (request) => {
      const reset = resets.reset(request, request.body).then((person) => ({ person, answer: person }));
      const person = await securityLog.link(request, 'password_link', reset);
      securityLog.record(request, 'password_changed', { person });
    },
  );

  app.post(
    '/auth/reset_password/check/',
    open({
      summary: 'Ask whether the link to a new password still works',
      description: 'Who opens the link has the mailbox: strangers cannot keep them out of this device meanwhile.',
      body: LinkCheck,
      response: { 200: CheckedLink },
    }),
    (request) => resets.check(request.body),
  );
}

/** Serves the route with which signed-in people change their password. */
function serveChange(app: TypedApp, { passwordResets: resets, securityLog }: Services): void {
  app.post(
    '/auth/change_password/',
    ownRoute({
      summary: 'Change one’s own password',
      description: 'Ends every other session of the person; this one continues.',
      body: PasswordChange,
      response: { 204: NoContent },
    }),
    async (request) => {
      const change = resets.change(request, request.body).then(() => 'password' as const);
      await securityLog.reauthentication(request, change, 'password_changed');
    },
  );
}

/** `auth/forgot_password/`, `auth/reset_password/` and `auth/change_password/` (Q7). */
export function routes(app: TypedApp, services: Services): void {
  serveReset(app, services);
  serveChange(app, services);
}
