import type { FastifyRequest } from 'fastify';
import { maySignIn, writers } from '../../../../contract/permissions.ts';
import { setAuditContext, type Trx } from '../../../collection/write.ts';
import { isSuspended } from '../../../db/suspension.ts';
import type { Deployment } from '../../../deployment.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';
import type { Notify } from '../../../notifications/notifications.ts';
import { ApiProblem } from '../../../problem.ts';
import { endAccess, staffOf } from '../../auth/repository.ts';
import { lockInterpreters } from '../../schedules/repository.ts';
import { hasOtherOwner, lockOwners, lockUser, updateUser, type UserRow } from '../repository.ts';
import { type Columns, settle } from './context.ts';

/** The provider of single sign-on, which changes users without anybody being signed in. `actor` is its name in the audit log. */
export type Provider = { request: Pick<FastifyRequest, 'id' | 'session'>; now: Date; actor: string };

type Parts = { deployment: Deployment; notify: Notify };

/** Locks a user, and all that their role or their suspension may change. @throws ApiProblem not_found */
async function lock(trx: Trx, id: string): Promise<UserRow> {
  await lockOwners(trx);
  await lockInterpreters(trx, [id]);
  const row = await lockUser(trx, id);
  if (!row) throw new ApiProblem('not_found');
  return row;
}

/**
 * The provider cannot choose what happens to reservations that lose their coverage: they go back to pending, and the staff who answer
 * reservations are notified.
 */
async function withStaff(
  trx: Trx,
  { deployment }: Parts,
  events: readonly NotificationEvent[],
  now: Date,
): Promise<NotificationEvent[]> {
  const returned = events.flatMap((event) =>
    event.about === 'reservation' && event.what === 'returned_to_pending' ? [event.reservation] : [],
  );
  // A reservation without a customer and other interpreters has no event of its own besides `taken_off`.
  const lost = events.flatMap((event) =>
    event.about === 'reservation' && event.what === 'taken_off' ? [event.reservation] : [],
  );
  const ids = [...new Set([...returned, ...lost])];
  if (ids.length === 0) return [...events];
  const staff = writers('users').filter((role) => maySignIn(role, deployment.allowedRoles));
  const to = await staffOf(trx, staff, now);
  return [
    ...events,
    ...ids.map((reservation) => ({ about: 'reservation', what: 'needs_answer_again', reservation, to }) as const),
  ];
}

/** Ends the access of a user: a suspension without end, which only another sign-in with a role or staff lift. @throws ApiProblem not_found, last_owner */
export async function endAccessOf(
  trx: Trx,
  parts: Parts,
  { request, now, actor }: Provider,
  id: string,
): Promise<void> {
  const row = await lock(trx, id);
  if (isSuspended(row, now)) return;
  if (row.role === 'owner' && !(await hasOtherOwner(trx, [id], now))) throw new ApiProblem('last_owner');
  await setAuditContext(trx, { request, now, actor, act: 'end_access' });
  const columns: Columns = { suspended_at: now, suspension_reason: null, suspension_expires: null, access_ended: now };
  const events = await settle(
    trx,
    request,
    { id, now, actor, decisions: 'pending', news: { what: 'access_ended' } },
    async () => {
      await updateUser(trx, id, columns);
      await endAccess(trx, id);
    },
  );
  const name = `${row.first_name} ${row.last_name}`;
  const owners = (await staffOf(trx, ['owner'], now)).filter((owner) => owner.id !== id);
  await parts.notify(trx, null, [
    ...(await withStaff(trx, parts, events, now)),
    { about: 'account', what: 'access_ended_of', name, email: row.email, to: owners },
  ]);
}

/** Gives access back to a user if the organisation has ended it; a suspension by staff stays. @throws ApiProblem not_found */
export async function restoreAccessOf(
  trx: Trx,
  { notify }: Parts,
  { request, now, actor }: Provider,
  id: string,
): Promise<void> {
  const row = await lock(trx, id);
  if (row.access_ended === null || row.suspended_at?.getTime() !== row.access_ended.getTime()) return;
  await setAuditContext(trx, { request, now, actor, act: 'restore_access' });
  await updateUser(trx, id, {
    suspended_at: null,
    suspension_reason: null,
    suspension_expires: null,
    access_ended: null,
  });
  await notify(trx, null, [{ about: 'account', what: 'unsuspended', to: [id] }]);
}

/**
 * Writes columns of a user, such as the role and the department. The last owner stays an owner, so that somebody can administer the
 * deployment. @throws ApiProblem not_found
 */
export async function assignColumns(
  trx: Trx,
  parts: Parts,
  { request, now, actor }: Provider,
  { id, columns: { role, ...others } }: { id: string; columns: Columns },
): Promise<void> {
  const row = await lock(trx, id);
  const isKept = row.role === 'owner' && role !== 'owner' && !(await hasOtherOwner(trx, [id], now));
  const newRole = role === undefined || role === row.role || isKept ? undefined : role;
  const current: Record<string, unknown> = row;
  const changed = Object.fromEntries(Object.entries(others).filter(([name, value]) => current[name] !== value));
  const columns: Columns = { ...changed, ...(newRole === undefined ? {} : { role: newRole, partner_id: null }) };
  if (Object.keys(columns).length === 0) return;
  await setAuditContext(trx, { request, now, actor });
  const news = newRole === undefined ? null : ({ what: 'role_changed', role: newRole } as const);
  const events = await settle(trx, request, { id, now, actor, decisions: 'pending', news }, () =>
    updateUser(trx, id, columns),
  );
  await parts.notify(trx, null, await withStaff(trx, parts, events, now));
}
