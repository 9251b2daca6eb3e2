import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Session } from '../../../contract/auth.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { MailedLink } from '../../../contract/emailChanges.ts';
import { Identities } from '../../../contract/identities.ts';
import { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createLinkedIdentities } from './linkedIdentities.ts';
import { createOpenidSignIn } from './openidSignIn.ts';

const own = { config: { policy: signedIn, flag: 'nationalId' } } as const;
const open = { config: { policy: 'public', flag: 'nationalId' } } as const;

/** The sign-in, and the link that confirms its first use. */
function serveSignIn(app: TypedApp, services: Services): void {
  const { securityLog } = services;
  const openid = createOpenidSignIn(services);
  app.post(
    '/auth/openid/start/',
    {
      ...open,
      schema: {
        summary: 'Start a sign-in with the national ID',
        description: 'The browser opens `authorization_url`. The sign-in expires after ten minutes.',
        tags: ['auth'],
        body: OpenidStart,
        response: { 200: OpenidStarted },
      },
    },
    (request) => openid.start(request, request.body),
  );

  app.post(
    '/auth/openid/',
    {
      ...open,
      schema: {
        summary: 'Sign in with the response of the national ID’s provider',
        description:
          'Works once. No code by e-mail is required: the national ID is the stronger proof. The first time, a link is mailed to the account with its e-mail (403 national_id_unconfirmed); signing in works once that is opened.',
        tags: ['auth'],
        body: OpenidCallback,
        response: { 200: Session },
      },
    },
    (request) =>
      securityLog.signIn(
        request,
        {},
        openid.finish(request, request.body).then((answer) => ({ answer, way: 'national_id' })),
      ),
  );

  app.post(
    '/auth/openid/confirm/',
    {
      ...open,
      schema: {
        summary: 'Link a national ID with the token of the mailed link',
        description: 'Works once, for an hour. Every session of the person ends, and they are notified.',
        tags: ['auth'],
        body: MailedLink,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await securityLog.link(request, 'national_id_link', openid.confirm(request, request.body.token));
      return reply.code(204).send(null);
    },
  );
}

/** The caller’s linked national IDs. */
function serveIdentities(app: TypedApp, services: Services): void {
  const identities = createLinkedIdentities(services, 'national_id');
  app.get(
    '/auth/national_ids/',
    {
      ...own,
      schema: { summary: 'One’s own linked national IDs', tags: ['auth'], response: { 200: Identities } },
    },
    (request) => identities.listOwn(request),
  );

  app.delete(
    '/auth/national_ids/:id/',
    {
      ...own,
      schema: {
        summary: 'Unlink one’s own national ID',
        description: 'Every other session of the person ends; this one continues.',
        tags: ['auth'],
        params: RecordPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await identities.unlinkOwn(request, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** `auth/openid/`: signing in with the national ID (R30). */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    serveSignIn(app, services);
    serveIdentities(app, services);
  };
