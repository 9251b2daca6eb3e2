import Type from 'typebox';
import { RecordPath } from '../../../contract/collection.ts';
import { OwnSessions } from '../../../contract/sessions.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayWrite, signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createSessions, type Sessions } from './sessions.ts';

const ownRoute = routeOptions('auth', { policy: signedIn });
const manages = routeOptions('users', { policy: mayWrite('users') });

/** The caller’s own sessions. */
function serveOwn(app: TypedApp, sessions: Sessions, { securityLog }: Services): void {
  app.get('/auth/sessions/', ownRoute({ summary: 'One’s own sessions', response: { 200: OwnSessions } }), (request) =>
    sessions.listOwn(request),
  );

  app.delete(
    '/auth/sessions/:id/',
    ownRoute({
      summary: 'End one of one’s own sessions',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    async (request) => {
      await sessions.endOwn(request, request.params.id);
      securityLog.record(request, 'session_ended');
    },
  );

  app.post(
    '/auth/sessions/end_others/',
    ownRoute({ summary: 'End one’s own sessions but this one', response: { 204: NoContent } }),
    async (request) => {
      await sessions.endOthers(request);
      securityLog.record(request, 'session_ended');
    },
  );
}

/** The sessions of users, for owners. */
function serveUsers(app: TypedApp, sessions: Sessions, { users, securityLog }: Services): void {
  app.delete(
    '/users/:id/sessions/',
    manages({
      summary: 'End all sessions of a user',
      description: 'For owners. The user is notified.',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { id } = request.params;
      await sessions.end(request, (trx, now) => users.lockFor(trx, request, 'end_sessions', id, now), null);
      securityLog.record(request, 'session_ended', { subject: id });
    },
  );

  app.delete(
    '/users/:id/sessions/:session/',
    manages({
      summary: 'End a session of a user',
      description: 'For owners. The user is notified.',
      params: Type.Object({ id: Type.String({ maxLength: 100 }), session: Type.String({ maxLength: 100 }) }),
      response: { 204: NoContent },
    }),
    async (request) => {
      const { id, session } = request.params;
      await sessions.end(request, (trx, now) => users.lockFor(trx, request, 'end_sessions', id, now), session);
      securityLog.record(request, 'session_ended', { subject: id });
    },
  );
}

/** `auth/sessions/` and `users/{id}/sessions/`: the sessions of the caller and of users. */
export function routes(app: TypedApp, services: Services): void {
  const sessions = createSessions(services);
  serveOwn(app, sessions, services);
  serveUsers(app, sessions, services);
}
