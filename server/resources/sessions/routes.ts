import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { RecordPath } from '../../../contract/collection.ts';
import { OwnSessions } from '../../../contract/sessions.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayWrite, signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** The caller’s own sessions. */
function serveOwn(app: TypedApp, sessions: Sessions, { securityLog }: Services): void {
  app.get(
    '/auth/sessions/',
    {
      config: { policy: signedIn },
      schema: { summary: 'One’s own sessions', tags: ['auth'], response: { 200: OwnSessions } },
    },
    (request) => sessions.listOwn(request),
  );

  app.delete(
    '/auth/sessions/:id/',
    {
      config: { policy: signedIn },
      schema: {
        summary: 'End one of one’s own sessions',
        tags: ['auth'],
        params: RecordPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await sessions.endOwn(request, request.params.id);
      securityLog.record(request, 'session_ended');
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/sessions/end_others/',
    {
      config: { policy: signedIn },
      schema: { summary: 'End one’s own sessions but this one', tags: ['auth'], response: { 204: NoContent } },
    },
    async (request, reply) => {
      await sessions.endOthers(request);
      securityLog.record(request, 'session_ended');
      return reply.code(204).send(null);
    },
  );
}

/** The sessions of users, for owners. */
function serveUsers(app: TypedApp, sessions: Sessions, { users, securityLog }: Services): void {
  app.delete(
    '/users/:id/sessions/',
    {
      config: { policy: mayWrite('users') },
      schema: {
        summary: 'End all sessions of a user',
        description: 'For owners. The user is notified.',
        tags: ['users'],
        params: RecordPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await sessions.end(request, (trx, now) => users.lockFor(trx, request, 'end_sessions', id, now), null);
      securityLog.record(request, 'session_ended', { subject: id });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/users/:id/sessions/:session/',
    {
      config: { policy: mayWrite('users') },
      schema: {
        summary: 'End a session of a user',
        description: 'For owners. The user is notified.',
        tags: ['users'],
        params: Type.Object({ id: Type.String({ maxLength: 100 }), session: Type.String({ maxLength: 100 }) }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id, session } = request.params;
      await sessions.end(request, (trx, now) => users.lockFor(trx, request, 'end_sessions', id, now), session);
      securityLog.record(request, 'session_ended', { subject: id });
      return reply.code(204).send(null);
    },
  );
}

/** `auth/sessions/` and `users/{id}/sessions/`: the sessions of the caller and of users. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const sessions = createSessions(services);
    serveOwn(app, sessions, services);
    serveUsers(app, sessions, services);
  };
