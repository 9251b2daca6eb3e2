import type { FastifyRequest } from 'fastify';
import { mayLackLanguages } from '../../../../contract/interpretingCodes.ts';
import { maySignIn } from '../../../../contract/permissions.ts';
import { refusalFor } from '../../../../contract/recordRules.ts';
import type { NewUser, User, UserChanges } from '../../../../contract/users.ts';
import { requireMatch } from '../../../collection/etag.ts';
import { type Trx, write } from '../../../collection/write.ts';
import { givenColumns } from '../../../collection/givenColumns.ts';
import { sessionOf } from '../../../http/guard.ts';
import { requireRecentAuthentication } from '../../../http/recentAuthentication.ts';
import { phoneOf } from '../../../phone.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { randomId } from '../../../randomId.ts';
import { followStaffChange } from '../../emailChanges/emailChanges.ts';
import { decidedPeople } from '../../reservations/coverage.ts';
import { lockInterpreters } from '../../schedules/repository.ts';
import { insertUser, lockOwners, updateUser, type UserRow } from '../repository.ts';
import { subjectOf } from '../wire.ts';
import {
  admissionNews,
  assertAnotherOwner,
  assertMayAssignRole,
  type Columns,
  type Context,
  lockFor,
  manages,
  rereadUser,
  settle,
} from './context.ts';
import { sendInvitations } from './invite.ts';

/** The columns for the fields of a form; omitted fields are left out. @throws ApiProblem invalid */
export function columnsOf(
  { deployment }: Pick<Context, 'deployment'>,
  { department, email, phone, ...same }: UserChanges,
): Columns {
  if (department && !deployment.flags.departments)
    throw new ApiProblem('invalid', { errors: { department: ['feature_off'] } });
  return givenColumns({
    ...same,
    email: email?.toLowerCase(),
    department_id: department,
    phone: phone && phoneOf(phone, 'phone', deployment),
    // Only users of the role partner belong to a partner: other roles lose theirs.
    partner_id: same.role === undefined || same.role === 'partner' ? undefined : null,
  });
}

/**
 * Adds a user within the transaction of the create. Accounts created by staff are approved, and invited if they may sign in.
 * @param partner_id the partner of a user of the role `partner`
 */
export async function addUser(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  { invite, ...form }: NewUser,
  now: Date,
  partner_id: string | null = null,
): Promise<User> {
  const { person } = sessionOf(request);
  assertMayAssignRole(person, form.role);
  if (manages(form.role)) requireRecentAuthentication(request, now);
  const id = randomId();
  const { email, first_name, last_name, role } = form;
  await insertUser(trx, {
    ...columnsOf(context, form),
    id,
    email: email.toLowerCase(),
    first_name,
    last_name,
    role,
    approval_status: 'approved',
    partner_id,
    created: now,
  });
  await context.notify(trx, null, await admissionNews(trx, context.deployment, [id], now));
  const isInvited = invite ?? context.dashboardUrl !== null;
  if (isInvited && maySignIn(role, context.deployment.allowedRoles))
    await sendInvitations(context, trx, { request, now }, [id]);
  return rereadUser(context, trx, id, { person, now });
}

/** @throws ApiProblem at the field that may not be changed */
function assertMayChange(
  { deployment }: Context,
  field: 'role' | 'department' | 'email',
  person: Person,
  { row, now }: { row: UserRow; now: Date },
): void {
  const refusal = refusalFor(`change_${field}`, person, subjectOf(row, deployment, now));
  if (refusal) throw new ApiProblem(refusal, { errors: { [field]: [refusal] } });
}

/** Updates a user from a form; another role or other languages may take an interpreter away. */
export function updateByForm(
  context: Context,
  request: FastifyRequest,
  id: string,
  { reservations: decisions = [], ...form }: UserChanges,
): Promise<User> {
  const { db, clock, notify } = context;
  const { person } = sessionOf(request);
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    if (form.role !== undefined) await lockOwners(trx);
    if (form.role !== undefined || form.languages !== undefined)
      await lockInterpreters(trx, decidedPeople([id], decisions));
    const row = await lockFor(context, trx, 'update', id, { person, now });
    requireMatch(request, row.version);
    const newRole = form.role === row.role ? undefined : form.role;
    if (newRole !== undefined) {
      assertMayChange(context, 'role', person, { row, now });
      assertMayAssignRole(person, newRole);
      requireRecentAuthentication(request, now);
      await assertAnotherOwner(trx, row, now);
    }
    const news = newRole === undefined ? null : { what: 'role_changed' as const, role: newRole };
    const columns = columnsOf(context, form);
    const { department_id = row.department_id } = columns;
    if (department_id !== row.department_id) assertMayChange(context, 'department', person, { row, now });
    const email = columns.email ?? row.email;
    if (email !== row.email) {
      assertMayChange(context, 'email', person, { row, now });
      requireRecentAuthentication(request, now);
    }
    const update = () => updateUser(trx, id, columns);
    const mayUncover = newRole !== undefined || mayLackLanguages(row.languages, form.languages ?? row.languages);
    const events = mayUncover ? await settle(trx, request, { id, now, decisions, news }, update) : [];
    if (!mayUncover) await update();
    if (email !== row.email) events.push(...(await followStaffChange(trx, row, email)));
    await notify(trx, person.id, events);
    if (newRole !== undefined) await notify(trx, null, await admissionNews(trx, context.deployment, [id], now));
    return rereadUser(context, trx, id, { person, now });
  });
}
