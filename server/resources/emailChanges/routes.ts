import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { OtpChallenge } from '../../../contract/auth.ts';
import { EmailUndone, MailedLink, NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import { NoContent } from '../../http/noContent.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const tags = ['auth'];

/** `auth/email/`: people's own e-mail addresses (docs/decisions/235). */
export const routes =
  ({ emailChanges: changes }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
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
          summary: 'Ask to change one’s own e-mail address',
          description: 'A link goes to the new address, which counts once the link has been opened.',
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
        schema: { summary: 'Cancel the change that waits to be confirmed', tags, response: { 204: NoContent } },
      },
      async (request, reply) => {
        await changes.cancel(request);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/email/code/',
      {
        config: { policy: signedIn },
        schema: {
          summary: 'Ask for a code to change one’s own e-mail address with',
          description: 'Only for people without a password; the code goes to their present address.',
          tags,
          response: { 200: OtpChallenge },
        },
      },
      (request) => changes.sendCode(request),
    );

    app.post(
      '/auth/email/confirm/',
      {
        config: { policy: 'public' },
        schema: {
          summary: 'Confirm a new e-mail address with the token of the link',
          description: 'Works once, for a day. Every other session of the person ends; the former address is told.',
          tags,
          body: MailedLink,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await changes.confirm(request, request.body.token);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/email/undo/',
      {
        config: { policy: 'public' },
        schema: {
          summary: 'Put the former e-mail address back with the token of the notice',
          description:
            'Works once, for seven days. Ends every session and link of the person, unlinks their national IDs and takes their password away; the answer lets them choose a new one.',
          tags,
          body: MailedLink,
          response: { 200: EmailUndone },
        },
      },
      (request) => changes.undo(request, request.body.token),
    );
  };
