import type { StaffRole } from '../../../contract/roles.ts';
import type { SingleSignOn } from '../../../tenants/singleSignOn.ts';
import type { ProvisionedUser } from './repository.ts';

/** The schemas of the resources. */
export const schemaIds = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
} as const;

/** A resource of the protocol as JSON. */
export type Json = Record<string, unknown>;

/** A version as weak ETag: the resource is written from several tables. */
export const versionOf = (version: number): string => `W/"${version}"`;

/** The id of the group of a role. The ids of other groups are those of departments. */
export const roleGroupId = (role: StaffRole): string => `role-${role}`;

/** How a role is named to the directory: by the value of the claim, so that it gets back what it sent. */
export function roleValue({ claims }: SingleSignOn, role: string): string {
  return Object.entries(claims.roles.map).find(([, given]) => given === role)?.[0] ?? role;
}

/** The role of a value: a name of a role, or a value of the claim. */
export function roleOfValue({ claims }: SingleSignOn, allowed: readonly StaffRole[], value: string): StaffRole | null {
  const role = Object.hasOwn(claims.roles.map, value) ? claims.roles.map[value] : value;
  return allowed.find((one) => one === role) ?? null;
}

type Surroundings = { base: string; settings: SingleSignOn; hasDepartments: boolean };

/** A user as a resource. `base` is the base address of the API, without a slash at its end. */
export function userResource(row: ProvisionedUser, { base, settings, hasDepartments }: Surroundings): Json {
  const { id, email, first_name, last_name, role, department_id, department_name } = row;
  const department = hasDepartments && department_id !== null ? { id: department_id, name: department_name } : null;
  const formatted = `${first_name} ${last_name}`;
  const groups = [
    ...(row.has_role ? [{ value: `role-${role}`, display: role }] : []),
    ...(department ? [{ value: department.id, display: department.name }] : []),
  ];
  return {
    schemas: [schemaIds.user, ...(department ? [schemaIds.enterprise] : [])],
    id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    name: { formatted, familyName: last_name, givenName: first_name },
    displayName: formatted,
    active: row.active,
    emails: [{ value: email, type: 'work', primary: true }],
    ...(row.has_role ? { roles: [{ value: roleValue(settings, role), primary: true }] } : {}),
    ...(groups.length > 0
      ? { groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })) }
      : {}),
    ...(department ? { [schemaIds.enterprise]: { department: department.name } } : {}),
    meta: {
      resourceType: 'User',
      created: row.created.toISOString(),
      location: `${base}/Users/${id}`,
      version: versionOf(row.version),
    },
  };
}

/** A group: a role, or a department with its version. */
export type Group = { id: string; name: string; role: StaffRole | null; version: number | null };

/** A group as a resource. */
export function groupResource({ id, name, version }: Group, members: readonly ProvisionedUser[], base: string): Json {
  return {
    schemas: [schemaIds.group],
    id,
    displayName: name,
    members: members.map(({ id: value, first_name, last_name }) => ({
      value,
      display: `${first_name} ${last_name}`,
      $ref: `${base}/Users/${value}`,
      type: 'User',
    })),
    meta: {
      resourceType: 'Group',
      location: `${base}/Groups/${id}`,
      ...(version === null ? {} : { version: versionOf(version) }),
    },
  };
}
