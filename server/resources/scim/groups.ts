import { setAuditContext, type Trx } from '../../collection/write.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { deleteDepartment, findDepartment, insertDepartment, renameDepartment } from '../departments/repository.ts';
import type { Directory } from '../users/acts/provisioned.ts';
import { allDepartments, type ProvisionedUser, provisionedUsers } from './repository.ts';
import { ScimError } from './scimError.ts';
import { changeDepartment, changeRole, rulesOf, type ScimContext, scopeOf } from './users.ts';
import { type Group, type Json, roleGroupId } from './wire.ts';

/** The shortest name of a department. */
const shortestName = 3;

/** All groups: the roles of the deployment, and its departments if it has any. */
export async function allGroups(trx: Trx, context: ScimContext): Promise<Group[]> {
  const roles = rulesOf(context).allowed.map((role) => ({ id: roleGroupId(role), name: role, role, version: null }));
  const departments = context.deployment.flags.departments ? await allDepartments(trx) : [];
  return [...roles, ...departments.map((department) => ({ ...department, role: null }))];
}

/** A group. @throws ApiProblem not_found */
export async function requireGroup(trx: Trx, context: ScimContext, id: string): Promise<Group> {
  const group = (await allGroups(trx, context)).find((one) => one.id === id);
  if (!group) throw new ApiProblem('not_found');
  return group;
}

/** The members of a group among users. */
export function membersOf({ id, role }: Group, users: readonly ProvisionedUser[]): ProvisionedUser[] {
  return users.filter((user) => (role === null ? user.department_id === id : user.has_role && user.role === role));
}

const nameOf = (resource: Json): string =>
  typeof resource['displayName'] === 'string' ? resource['displayName'].trim() : '';

const memberIds = (resource: Json): string[] =>
  Array.isArray(resource['members'])
    ? resource['members'].flatMap((member: unknown) =>
        typeof member === 'object' && member !== null && 'value' in member && typeof member.value === 'string'
          ? [member.value]
          : [],
      )
    : [];

/** Gives a group the members of a resource. @throws ScimError invalidValue for a member that does not exist */
async function setMembers(
  trx: Trx,
  context: ScimContext,
  directory: Directory,
  { group, resource }: { group: Group; resource: Json },
): Promise<void> {
  const users = await provisionedUsers(trx, scopeOf(context));
  const byId = new Map(users.map((user) => [user.id, user]));
  const before = new Set(membersOf(group, users).map(({ id }) => id));
  const wanted = new Set(memberIds(resource));
  const unknown = [...wanted].find((id) => !byId.has(id));
  if (unknown !== undefined) throw new ScimError(400, 'invalidValue', `There is no user with the id ${unknown}.`);
  const changed = users.filter(({ id }) => before.has(id) !== wanted.has(id));
  for (const user of changed) {
    const isMember = wanted.has(user.id);
    if (group.role !== null) await changeRole(trx, context, directory, { user, role: isMember ? group.role : null });
    else await changeDepartment(trx, directory, { user, department: isMember ? group.id : null });
  }
}

/** @throws ScimError invalidValue for a name that a department cannot have, uniqueness for one that a group has */
async function assertFree(trx: Trx, context: ScimContext, name: string, except: string | null): Promise<void> {
  if (name.length < shortestName)
    throw new ScimError(400, 'invalidValue', `displayName needs at least ${shortestName} characters.`);
  const taken = (await allGroups(trx, context)).find(
    (group) => group.id !== except && group.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new ScimError(409, 'uniqueness', 'There is a group with this name.');
}

/** Adds a department. @throws ScimError */
export async function createGroup(
  trx: Trx,
  context: ScimContext,
  directory: Directory,
  resource: Json,
): Promise<Group> {
  const name = nameOf(resource);
  await assertFree(trx, context, name, null);
  if (!context.deployment.flags.departments)
    throw new ScimError(403, undefined, 'This deployment has no departments: only the groups of roles exist.');
  await setAuditContext(trx, { ...directory });
  const id = randomId();
  await insertDepartment(trx, { id, name });
  const group = await requireGroup(trx, context, id);
  await setMembers(trx, context, directory, { group, resource });
  return group;
}

/** Changes name and members of a group; the groups of roles keep their names. @throws ScimError */
export async function updateGroup(
  trx: Trx,
  context: ScimContext,
  directory: Directory,
  { group, resource }: { group: Group; resource: Json },
): Promise<Group> {
  const name = nameOf(resource) || group.name;
  if (name !== group.name) {
    if (group.role !== null) throw new ScimError(400, 'mutability', 'The groups of roles keep their names.');
    await assertFree(trx, context, name, group.id);
    await setAuditContext(trx, { ...directory });
    await renameDepartment(trx, group.id, name);
  }
  await setMembers(trx, context, directory, { group, resource });
  return requireGroup(trx, context, group.id);
}

/** Deletes a department; its members stay without one. @throws ScimError for the group of a role */
export async function removeGroup(trx: Trx, directory: Directory, { id, role }: Group): Promise<void> {
  if (role !== null) throw new ScimError(403, undefined, 'The groups of roles cannot be deleted.');
  if (!(await findDepartment(trx, id))) throw new ApiProblem('not_found');
  await setAuditContext(trx, { ...directory });
  await deleteDepartment(trx, id);
}
