import { type StaffRole, staffRoles } from '../../../contract/roles.ts';
import type { SingleSignOn } from '../../../tenants/singleSignOn.ts';
import { setAuditContext, type Trx } from '../../collection/write.ts';
import type { Deployment } from '../../deployment.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { departmentNamed } from '../singleSignOn/repository.ts';
import { assignColumns, type Directory, endAccessOf, restoreAccessOf } from '../users/acts/provisioned.ts';
import type { Columns } from '../users/acts/context.ts';
import { insertUser, saveEnd, updateUser } from '../users/repository.ts';
import { findTaken, type ProvisionedUser, provisionedUsers, saveProvisioned, type Scope } from './repository.ts';
import { ScimError } from './scimError.ts';
import type { Rules, Wanted } from './wanted.ts';

/** What provisioning needs of the deployment. */
export type ScimContext = { deployment: Deployment; notify: Notify; settings: SingleSignOn };

/** The roles of the deployment, in the order of permissions. */
const allowedRoles = ({ deployment }: ScimContext): StaffRole[] =>
  staffRoles.filter((role) => deployment.allowedRoles.includes(role));

/** The users that the directory sees. */
export function scopeOf(context: ScimContext): Scope {
  return { roles: allowedRoles(context), domains: context.settings.domains };
}

/** How resources are read. */
export function rulesOf(context: ScimContext): Rules {
  const { deployment, settings } = context;
  return { allowed: allowedRoles(context), settings, hasDepartments: deployment.flags.departments };
}

/** A user that the directory sees. @throws ApiProblem not_found */
export async function requireUser(trx: Trx, context: ScimContext, id: string): Promise<ProvisionedUser> {
  const [row] = await provisionedUsers(trx, scopeOf(context), { id });
  if (!row) throw new ApiProblem('not_found');
  return row;
}

async function departmentColumn(trx: Trx, department: Wanted['department']): Promise<Columns> {
  if (department === undefined) return {};
  return { department_id: department === null ? null : await departmentNamed(trx, department) };
}

/** Ends or restores the access of a user: they need to be active and to have a role. */
export async function settleAccess(trx: Trx, context: ScimContext, directory: Directory, id: string): Promise<void> {
  const { active, has_role } = await requireUser(trx, context, id);
  if (active && has_role) await restoreAccessOf(trx, context, directory, id);
  else await endAccessOf(trx, context, directory, id);
}

/**
 * Adds a user, or a user whom the directory has deleted before. Without a role they have no access yet.
 * @throws ScimError uniqueness
 */
export async function createScimUser(
  trx: Trx,
  context: ScimContext,
  directory: Directory,
  wanted: Wanted,
): Promise<ProvisionedUser> {
  const { email, userName, externalId, first_name, last_name, role, active = true } = wanted;
  const { now } = directory;
  const said = {
    ...{ user_name: userName, external_id: externalId, active, has_role: Boolean(role), removed: false },
    sets_department: wanted.department !== undefined,
  };
  const taken = await findTaken(trx, { email, name: userName });
  if (taken && !taken.removed)
    throw new ScimError(409, 'uniqueness', 'Another user has this userName or e-mail address.');
  const [lowest = 'interpreter'] = allowedRoles(context);
  const columns = { first_name, last_name, ...(await departmentColumn(trx, wanted.department)) };
  if (taken) {
    await saveProvisioned(trx, taken.id, said);
    await assignColumns(trx, context, directory, {
      id: taken.id,
      columns: { ...columns, email, role: role ?? lowest },
    });
    await settleAccess(trx, context, directory, taken.id);
    return requireUser(trx, context, taken.id);
  }
  await setAuditContext(trx, { ...directory });
  const id = randomId();
  const hasAccess = said.active && said.has_role;
  await insertUser(trx, {
    ...{ id, email, ...columns, role: role ?? lowest, approval_status: 'approved', created: now },
    ...(hasAccess ? {} : { suspended_at: now }),
  });
  await saveProvisioned(trx, id, said);
  if (!hasAccess) await saveEnd(trx, id, now);
  return requireUser(trx, context, id);
}

/** Changes a user. What the directory says nothing about stays. @throws ApiProblem not_found, last_owner, email_taken */
export async function updateScimUser(
  trx: Trx,
  context: ScimContext,
  directory: Directory,
  { before, wanted }: { before: ProvisionedUser; wanted: Wanted },
): Promise<ProvisionedUser> {
  const { id } = before;
  const { email, userName, externalId, first_name, last_name, role, active = before.active } = wanted;
  await saveProvisioned(trx, id, {
    ...{ user_name: userName, external_id: externalId, active },
    has_role: role === undefined ? before.has_role : role !== null,
    ...(wanted.department === undefined ? {} : { sets_department: true }),
  });
  const columns: Columns = {
    ...{ first_name, last_name, ...(email === before.email ? {} : { email }) },
    ...(role ? { role } : {}),
    ...(await departmentColumn(trx, wanted.department)),
  };
  await assignColumns(trx, context, directory, { id, columns });
  if (email !== before.email) {
    const recipient = { id, language: null, role: role ?? before.role };
    await context.notify(trx, null, [
      { about: 'account', what: 'email_left', to: [{ ...recipient, email: before.email }] },
      { about: 'account', what: 'email_arrived', to: [id] },
    ]);
  }
  await settleAccess(trx, context, directory, id);
  return requireUser(trx, context, id);
}

/** Ends the access of a user, whom the directory does not see any more. @throws ApiProblem not_found, last_owner */
export async function removeScimUser(trx: Trx, context: ScimContext, directory: Directory, id: string): Promise<void> {
  const { user_name, external_id } = await requireUser(trx, context, id);
  await endAccessOf(trx, context, directory, id);
  await saveProvisioned(trx, id, { user_name, external_id, active: false, removed: true });
}

/** Gives a user a role, or takes it away, because a group has gained or lost them. */
export async function changeRole(
  trx: Trx,
  context: ScimContext,
  directory: Directory,
  { user, role }: { user: ProvisionedUser; role: StaffRole | null },
): Promise<void> {
  const { id, user_name, external_id, active } = user;
  await saveProvisioned(trx, id, { user_name, external_id, active, has_role: role !== null });
  if (role !== null) await assignColumns(trx, context, directory, { id, columns: { role } });
  await settleAccess(trx, context, directory, id);
}

/** Puts a user into a department, or out of any. */
export async function changeDepartment(
  trx: Trx,
  directory: Directory,
  { user, department }: { user: ProvisionedUser; department: string | null },
): Promise<void> {
  await setAuditContext(trx, { ...directory });
  await saveProvisioned(trx, user.id, { sets_department: true });
  await updateUser(trx, user.id, { department_id: department });
}
