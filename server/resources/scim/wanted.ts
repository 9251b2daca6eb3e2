import type { StaffRole } from '../../../contract/roles.ts';
import type { SingleSignOn } from '../../../tenants/singleSignOn.ts';
import { nameIn } from '../singleSignOn/claims.ts';
import type { ProvisionedUser } from './repository.ts';
import { ScimError } from './scimError.ts';
import { type Json, roleOfValue, schemaIds } from './wire.ts';

/** What a directory wants of a user. Undefined: it says nothing about it. */
export type Wanted = {
  userName: string;
  externalId: string | null;
  email: string;
  first_name: string;
  last_name: string;
  active: boolean | undefined;
  /** Null: none of the given roles is known. */
  role: StaffRole | null | undefined;
  /** The name of a department; null: none. */
  department: string | null | undefined;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);

/** The address: the primary one, that of the work, any other, or the name if it is one. */
function emailOf(resource: Json, userName: string): string {
  const emails = listOf(resource['emails']);
  const chosen = emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type === 'work');
  return (textOf((chosen ?? emails[0])?.['value']) || userName).normalize('NFKC').toLowerCase();
}

/** The role that is given: of several the one with the most permissions. */
function roleIn(resource: Json, { allowed, settings }: Rules): StaffRole | null | undefined {
  const values = listOf(resource['roles']).map(({ value }) => textOf(value));
  if (values.length === 0) return undefined;
  const given = values.map((value) => roleOfValue(settings, allowed, value));
  return allowed.findLast((role) => given.includes(role)) ?? null;
}

function departmentIn(resource: Json, { settings, hasDepartments }: Rules): string | null | undefined {
  const value = objectOf(resource[schemaIds.enterprise])['department'];
  if (!hasDepartments || value === undefined) return undefined;
  const map = settings.claims.departments?.map ?? {};
  const text = textOf(value);
  return text === '' ? null : ((Object.hasOwn(map, text) ? map[text] : text) ?? null);
}

/** The rules of the deployment. `allowed` is in the order of permissions. */
export type Rules = { allowed: readonly StaffRole[]; settings: SingleSignOn; hasDepartments: boolean };

/** Reads what a directory wants of a user. @throws ScimError invalidValue */
export function wantedOf(resource: Json, rules: Rules): Wanted {
  const userName = textOf(resource['userName']);
  if (userName === '') throw new ScimError(400, 'invalidValue', 'userName is missing.');
  const email = emailOf(resource, userName);
  const { domains } = rules.settings;
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || !domains.some((domain) => email.endsWith(`@${domain}`)))
    throw new ScimError(
      400,
      'invalidValue',
      `The e-mail address must be of one of these domains: ${domains.join(', ')}.`,
    );
  const name = objectOf(resource['name']);
  const claims = {
    given_name: textOf(name['givenName']),
    family_name: textOf(name['familyName']),
    name: textOf(resource['displayName']) || textOf(name['formatted']),
  };
  const { active } = resource;
  return {
    userName,
    externalId: textOf(resource['externalId']) || null,
    email,
    ...nameIn(claims, email),
    active: typeof active === 'boolean' ? active : undefined,
    role: roleIn(resource, rules),
    department: departmentIn(resource, rules),
  };
}

/**
 * The changes of a PATCH. `wanted` is the whole resource after it: a role that is missing there was removed, and a department that is the
 * same was not named.
 */
export function wantedByPatch(wanted: Wanted, before: ProvisionedUser, { hasDepartments }: Rules): Wanted {
  const { role, department = null } = wanted;
  return {
    ...wanted,
    role: role === undefined && before.has_role ? null : role,
    department: hasDepartments && department !== before.department_name ? department : undefined,
  };
}
