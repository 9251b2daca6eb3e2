import { sql } from 'kysely';
import Type from 'typebox';
import { BulkIds, BulkResults, CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { Affected, AffectedQuery, BulkRejection, Rejection, UserDeletion } from '../../../contract/coverage.ts';
import type { Flag } from '../../../contract/flags.ts';
import { Identities } from '../../../contract/identities.ts';
import { hiddenRoles } from '../../../contract/permissions.ts';
import { NewSuspension, NewUser, SignIns, User, UserChanges, UsersPage, UsersQuery } from '../../../contract/users.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createOnce } from '../../collection/create.ts';
import { sendRecord } from '../../collection/etag.ts';
import { searchIndexed } from '../../collection/list.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createLinkedIdentities, type LinkedIdentities } from '../openid/linkedIdentities.ts';
import type { Users } from './users.ts';

/** The acts without a body. */
const plainActs = [
  { act: 'unsuspend', summary: 'Lift a user’s suspension' },
  { act: 'approve', summary: 'Approve a pending or rejected user' },
] as const;
const affectedText =
  '409 `reservations_affected` lists future approved reservations that would lose their coverage and have no decision.';
const recentText = '403 `insufficient_user_authentication` without a recent authentication (`auth/reauthentication/`).';
const reads = routeOptions('users', { policy: mayRead('users') });
const changes = routeOptions('users', { policy: mayWrite('users') });

function serveList(app: TypedApp, { database: { db }, clock }: Dependencies, users: Users): void {
  app.get(
    '/users/',
    reads({ summary: 'The users', querystring: UsersQuery, response: { 200: UsersPage } }),
    (request) => users.list(request, request.query),
  );

  app.post(
    '/users/',
    changes({
      summary: 'Add a user',
      description: `A manager or owner: ${recentText}`,
      headers: CreateHeaders,
      body: NewUser,
      response: { 201: User },
    }),
    (request, reply) => {
      const now = clock();
      return createOnce(db, request, reply, { now, insert: (trx) => users.add(trx, request, request.body, now) });
    },
  );

  app.post(
    '/users/bulk_delete/',
    changes({
      summary: 'Delete several users',
      description:
        'A result for each: a refused deletion has a code; `reservations_affected` if a reservation that would lose its coverage has no decision.',
      body: UserDeletion,
      response: { 200: BulkResults },
    }),
    (request) => users.removeAll(request, request.body),
  );

  app.get(
    '/users/affected/',
    changes({
      summary: 'The effects of deleting, suspending or rejecting people, or of changing their role',
      description: 'Nothing is written. Each of the reservations needs a decision when the act is called.',
      querystring: AffectedQuery,
      response: { 200: Affected },
    }),
    (request) => users.affected(request, request.query),
  );
}

function serveRecord(app: TypedApp, users: Users): void {
  app.get(
    '/users/:id/',
    reads({ summary: 'A user', params: RecordPath, response: { 200: User } }),
    async (request, reply) => sendRecord(reply, await users.read(request, request.params.id)),
  );

  app.patch(
    '/users/:id/',
    changes({
      summary: 'Change a user',
      description: `${affectedText} Another role or e-mail address: ${recentText} 409 \`from_organisation\` for a role or department that the organisation sets.`,
      params: RecordPath,
      headers: UpdateHeaders,
      body: UserChanges,
      response: { 200: User },
    }),
    async (request, reply) => sendRecord(reply, await users.update(request, request.params.id, request.body)),
  );

  app.delete(
    '/users/:id/',
    changes({
      summary: 'Delete a user',
      description:
        '409 `reservations_affected` lists approved reservations that would lose their coverage: `bulk_delete/` accepts decisions on them.',
      params: RecordPath,
      headers: UpdateHeaders,
      response: { 204: NoContent },
    }),
    (request) => users.remove(request, request.params.id),
  );
}

function serveAccountStatus(app: TypedApp, { users, securityLog }: Services): void {
  app.post(
    '/users/:id/suspend/',
    changes({
      summary: 'Suspend a user',
      description: `Their sessions end at once. A suspension with an end expires by itself. ${affectedText}`,
      params: RecordPath,
      headers: UpdateHeaders,
      body: NewSuspension,
      response: { 200: User },
    }),
    async (request, reply) => {
      const { id } = request.params;
      const user = await users.suspend(request, id, request.body);
      securityLog.record(request, 'suspended', { subject: id });
      return sendRecord(reply, user);
    },
  );

  for (const { act, summary } of plainActs)
    app.post(
      `/users/:id/${act}/`,
      changes({ summary, params: RecordPath, headers: UpdateHeaders, response: { 200: User } }),
      async (request, reply) => sendRecord(reply, await users[act](request, request.params.id)),
    );

  app.post(
    '/users/:id/reject/',
    changes({
      summary: 'Reject a pending or approved user',
      description: affectedText,
      params: RecordPath,
      headers: UpdateHeaders,
      body: Type.Optional(Rejection),
      response: { 200: User },
    }),
    async (request, reply) => sendRecord(reply, await users.reject(request, request.params.id, request.body ?? {})),
  );
}

function serveBulkApproval(app: TypedApp, users: Users): void {
  app.post(
    '/users/bulk_approve/',
    changes({
      summary: 'Approve several pending or rejected users',
      description: 'A result for each: a refused approval has a code.',
      body: BulkIds,
      response: { 200: BulkResults },
    }),
    (request) => users.approveAll(request, request.body.ids),
  );

  app.post(
    '/users/bulk_reject/',
    changes({
      summary: 'Reject several pending or approved users',
      description:
        'A result for each: a refused rejection has a code; `reservations_affected` if a reservation that would lose its coverage has no decision.',
      body: BulkRejection,
      response: { 200: BulkResults },
    }),
    (request) => users.rejectAll(request, request.body),
  );
}

function serveSignIn(app: TypedApp, services: Services): void {
  const { passwordResets, users, securityLog } = services;
  app.post(
    '/users/:id/request_password_reset/',
    changes({
      summary: 'Send a user a link to a new password',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { id } = request.params;
      await passwordResets.send(request, await users.addressee(request, id));
      securityLog.record(request, 'password_reset_requested', { subject: id });
    },
  );

  app.post(
    '/users/:id/invite/',
    changes({
      summary: 'Invite a user who cannot sign in yet',
      description: 'Mails a link to choose a password. Possible until they have a password or a national ID.',
      params: RecordPath,
      response: { 200: User },
    }),
    async (request, reply) => sendRecord(reply, await users.invite(request, request.params.id)),
  );

  app.get(
    '/users/:id/sign_ins/',
    reads({
      summary: 'The sign-in details of a user',
      description: 'Their sessions that have not ended, and the browsers that completed a sign-in.',
      params: RecordPath,
      response: { 200: SignIns },
    }),
    (request) => users.signIns(request, request.params.id),
  );

  serveIdentities(app, {
    flag: 'nationalId',
    path: 'national_ids',
    singular: 'national ID',
    identities: createLinkedIdentities(services, 'national_id'),
    users,
  });
  serveIdentities(app, {
    flag: 'singleSignOn',
    path: 'work_accounts',
    singular: 'work account',
    identities: createLinkedIdentities(services, 'work_account'),
    users,
  });
}

type ServedIdentities = {
  flag: Flag;
  path: string;
  /** What is linked, in the description of the API. */
  singular: string;
  identities: LinkedIdentities;
  users: Users;
};

/** The linked identities of a user, of one kind. */
function serveIdentities(app: TypedApp, { flag, path, singular, identities, users }: ServedIdentities): void {
  const readsLinked = routeOptions('users', { policy: mayRead('users'), flag });
  const changesLinked = routeOptions('users', { policy: mayWrite('users'), flag });
  app.get(
    `/users/:id/${path}/`,
    readsLinked({ summary: `A user’s linked ${singular}s`, params: RecordPath, response: { 200: Identities } }),
    async (request) => identities.list(await users.reachable(request, request.params.id)),
  );

  app.delete(
    `/users/:id/${path}/:identity/`,
    changesLinked({
      summary: `Unlink a user’s ${singular}`,
      description: 'For callers who may change the user’s e-mail. All sessions of the user end, and they are notified.',
      params: Type.Object({ id: Type.String({ maxLength: 100 }), identity: Type.String({ maxLength: 100 }) }),
      response: { 204: NoContent },
    }),
    (request) => {
      const { id, identity } = request.params;
      return identities.unlink(request, (trx, now) => users.lockFor(trx, request, 'change_email', id, now), identity);
    },
  );
}

/** The sources of the global search. */
export const searchSources: SearchSources = {
  users: tableSource('users', {
    title: sql`first_name || ' ' || last_name`,
    detail: sql`email`,
    fits: (search) => searchIndexed(search, sql`search_text`, sql`id`),
    hidden: ({ role }) => {
      const unseen = hiddenRoles[role];
      return unseen.length > 0 ? sql`role in (${sql.join([...unseen])})` : null;
    },
  }),
};

/** `users/` (R139). Owners are hidden from managers. */
export function routes(app: TypedApp, services: Services): void {
  serveList(app, services, services.users);
  serveRecord(app, services.users);
  serveAccountStatus(app, services);
  serveBulkApproval(app, services.users);
  serveSignIn(app, services);
}
