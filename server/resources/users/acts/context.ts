import type { FastifyRequest } from 'fastify';
import type { Updateable } from 'kysely';
import type { userActs } from '../../../../contract/acts.ts';
import type { CoverageDecision } from '../../../../contract/coverage.ts';
import { maySignIn } from '../../../../contract/permissions.ts';
import { seesRole, refusalFor } from '../../../../contract/recordRules.ts';
import type { User } from '../../../../contract/users.ts';
import type { Trx } from '../../../collection/write.ts';
import { isSuspended } from '../../../db/suspension.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import type { Deployment } from '../../../deployment.ts';
import type { AccountNews, NotificationEvent } from '../../../notifications/events.ts';
import type { Notify } from '../../../notifications/notifications.ts';
import { recipientsOf } from '../../../notifications/repository.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { staffOf } from '../../auth/repository.ts';
import { settleCoverage, settlementEvents } from '../../reservations/coverage.ts';
import { endWithoutPeople } from '../../reservations/offers.ts';
import { takeHeldNewsOf } from '../../reservations/undoRepository.ts';
import type { Reservations } from '../../reservations/reservations.ts';
import { findUser, hasOtherOwner, lockUser, type UserRow, usersOf } from '../repository.ts';
import { subjectOf, userOnWire } from '../wire.ts';

/** The dependencies of acts on users. */
export type Context = {
  deployment: Deployment;
  db: Db;
  clock: () => Date;
  notify: Notify;
  reservations: Reservations;
  /** Null: mails cannot contain links. */
  dashboardUrl: string | null;
};

export type Act = (typeof userActs)[number];

/** Columns of a user that an act writes. */
export type Columns = Updateable<Tables['users']>;

/** Locks a user for an act. @throws ApiProblem if the act is refused */
export async function lockFor(
  { deployment }: Pick<Context, 'deployment'>,
  trx: Trx,
  act: Act,
  id: string,
  { person, now }: { person: Person; now: Date },
): Promise<UserRow> {
  const row = await lockUser(trx, id);
  const refusal = row ? refusalFor(act, person, subjectOf(row, deployment, now)) : 'not_found';
  if (!row || refusal) throw new ApiProblem(refusal ?? 'not_found');
  return row;
}

/**
 * Checks that another owner can sign in. Needs `lockOwners`, so that two calls cannot remove each other's.
 * @throws ApiProblem last_owner
 */
export async function assertAnotherOwner(trx: Trx, { id, role }: UserRow, now: Date): Promise<void> {
  if (role === 'owner' && !(await hasOtherOwner(trx, [id], now))) throw new ApiProblem('last_owner');
}

/** @throws ApiProblem forbidden at the field `role` */
export function assertMayAssignRole(person: Person, role: User['role']): void {
  if (!seesRole(person, role)) throw new ApiProblem('forbidden', { errors: { role: ['forbidden'] } });
}

/** Whether a role lets somebody manage others. */
export const manages = (role: User['role']): boolean => role === 'manager' || role === 'owner';

/**
 * News to owners about those of these users who have access as managers or owners, for an act that may have given it to them. Pass it
 * to `notify` without a person who acts: somebody else may have been at the screen of the owner.
 */
export async function admissionNews(
  trx: Trx,
  { allowedRoles }: Pick<Deployment, 'allowedRoles'>,
  ids: readonly string[],
  now: Date,
): Promise<NotificationEvent[]> {
  if (ids.length === 0) return [];
  const admitted = (await usersOf(trx, ids)).filter(
    (user) =>
      manages(user.role) &&
      maySignIn(user.role, allowedRoles) &&
      user.approval_status === 'approved' &&
      !isSuspended(user, now),
  );
  if (admitted.length === 0) return [];
  const owners = await staffOf(trx, ['owner'], now);
  return admitted.map(({ id, first_name, last_name, email, role }) => ({
    about: 'account',
    what: 'manager_admitted',
    id,
    name: `${first_name} ${last_name}`,
    email,
    role,
    to: owners.filter((owner) => owner.id !== id),
  }));
}

/** A user in their current state, as the API returns them. */
export async function rereadUser(
  { deployment }: Context,
  trx: Trx,
  id: string,
  { person, now }: { person: Person; now: Date },
): Promise<User> {
  const row = await findUser(trx, id);
  if (!row) throw new ApiProblem('not_found');
  return userOnWire(row, { person, now, deployment });
}

/**
 * Runs an act that may take an interpreter away, and settles their reservations.
 * @returns notifications; they contain the user's former data, as the user may be deleted
 */
export async function settle(
  trx: Trx,
  request: Pick<FastifyRequest, 'id' | 'session'>,
  {
    id,
    news,
    ...caller
  }: {
    id: string;
    now: Date;
    decisions: readonly CoverageDecision[] | 'pending';
    news: AccountNews | null;
    /** The name of a system that acts instead of a signed-in person. */
    actor?: string;
  },
  act: () => Promise<void>,
): Promise<NotificationEvent[]> {
  const person = request.session?.person ?? null;
  const self = await recipientsOf(trx, [id]);
  const held = await takeHeldNewsOf(trx, id, caller.now);
  const settlements = await settleCoverage(trx, [id], { ...caller, request, person }, act);
  await endWithoutPeople(trx, caller.now);
  const events = [...held.flatMap(({ news: earlier }) => earlier), ...settlements.flatMap(settlementEvents)].map(
    (event) => ({ ...event, to: event.to.flatMap((to) => (to === id ? self : to)) }),
  );
  return [...(news ? [{ about: 'account' as const, ...news, to: self }] : []), ...events];
}
