import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { EmailUndone, MailedLink, NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import { NoContent } from '../../http/noContent.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createEmailChanges } from './emailChanges.ts';

const tags = ['auth'];

/** `auth/email/`: the e-mail address of the signed-in user. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { securityLog } = services;
    const changes = createEmailChanges(services);
    app.get(
      '/auth/email/',
      {
        config: { policy: signedIn },
        schema: { summary: 'One’s own e-mail address', tags, response: { 200: OwnEmail } },
      },
      (request) => changes.read(request),
    );

    app.post(
      '/auth/email/',
      {
        config: { policy: signedIn },
        schema: {
          summary: 'Request a change of one’s own e-mail address',
          description: 'A link is sent to the new address, which becomes active once the link is opened.',
          tags,
          body: NewOwnEmail,
          response: { 200: OwnEmail },
        },
      },
      (request) => changes.ask(request, request.body),
    );

    app.delete(
      '/auth/email/',
      {
        config: { policy: signedIn },
        schema: { summary: 'Cancel the unconfirmed change', tags, response: { 204: NoContent } },
      },
      async (request, reply) => {
        await changes.cancel(request);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/email/confirm/',
      {
        config: { policy: 'public' },
        schema: {
          summary: 'Confirm a new e-mail address with the token of the link',
          description: 'Works once, for a day. Every other session of the person ends; the former address is notified.',
          tags,
          body: MailedLink,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await securityLog.link(request, 'email_link', changes.confirm(request, request.body.token));
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/email/undo/',
      {
        config: { policy: 'public' },
        schema: {
          summary: 'Restore the former e-mail address with the token of the notification',
          description:
            'Works once, for seven days. Ends every session and link of the person, unlinks their national IDs and removes their password; the response has a token for choosing a new one.',
          tags,
          body: MailedLink,
          response: { 200: EmailUndone },
        },
      },
      (request) => securityLog.link(request, 'email_undo_link', changes.undo(request, request.body.token)),
    );
  };
