import type { FastifyRequest } from 'fastify';
import { hiddenRoles } from '../../../../contract/permissions.ts';
import { seesRole, refusalFor } from '../../../../contract/recordRules.ts';
import type { SignIns, User, UsersQuery } from '../../../../contract/users.ts';
import { deviceNameOf } from '../../../auth/deviceName.ts';
import { limits } from '../../../auth/limits.ts';
import { sessionOf } from '../../../http/guard.ts';
import { ApiProblem } from '../../../problem.ts';
import { devicesOf, findUser, listUsers, type UserRow } from '../repository.ts';
import { sessionsOf } from '../../sessions/repository.ts';
import { subjectOf, userOnWire } from '../wire.ts';
import type { Context } from './context.ts';

/** One page of the users that the caller may read. */
export async function listOfUsers(
  { db, clock, deployment }: Context,
  request: FastifyRequest,
  query: UsersQuery,
): Promise<{ count: number; results: User[] }> {
  const { person } = sessionOf(request);
  const now = clock();
  const { count, rows } = await listUsers(db, { query, without: hiddenRoles[person.role] }, now);
  return { count, results: rows.map((row) => userOnWire(row, { person, now, deployment })) };
}

async function findReachable({ db }: Context, request: FastifyRequest, id: string): Promise<UserRow> {
  const row = await findUser(db, id);
  if (!row || !seesRole(sessionOf(request).person, row.role)) throw new ApiProblem('not_found');
  return row;
}

/** A user that the caller may read. */
export async function readUser(context: Context, request: FastifyRequest, id: string): Promise<User> {
  const row = await findReachable(context, request, id);
  const { clock, deployment } = context;
  return userOnWire(row, { person: sessionOf(request).person, now: clock(), deployment });
}

/** The id of a user that the caller may read. */
export async function readableId(context: Context, request: FastifyRequest, id: string): Promise<string> {
  return (await findReachable(context, request, id)).id;
}

/** The recipient of a link to a new password, on behalf of the caller. */
export async function findAddressee(
  { db, clock, deployment }: Context,
  request: FastifyRequest,
  id: string,
): Promise<UserRow> {
  const row = await findUser(db, id);
  const refusal = row
    ? refusalFor('request_password_reset', sessionOf(request).person, subjectOf(row, deployment, clock()))
    : 'not_found';
  if (!row || refusal) throw new ApiProblem(refusal ?? 'not_found');
  return row;
}

/** The sign-in details of a user whom the caller may read. */
export async function readSignIns(context: Context, request: FastifyRequest, id: string): Promise<SignIns> {
  const user = await findReachable(context, request, id);
  const now = context.clock();
  const sessions = await sessionsOf(context.db, user.id, now);
  const devices = await devicesOf(context.db, user.id, now);
  return {
    sessions: sessions.map(({ id: session, user_agent, created, used, expires }) => ({
      id: session,
      ...deviceNameOf(user_agent),
      started: created.toISOString(),
      used: used.toISOString(),
      expires: expires.toISOString(),
    })),
    devices: devices.map(({ created, expires }) => ({
      first: created.toISOString(),
      last: new Date(expires.getTime() - limits.knownDevice).toISOString(),
    })),
  };
}
