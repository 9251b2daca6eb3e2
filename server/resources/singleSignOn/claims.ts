import { Value } from 'typebox/value';
import { PersonName } from '../../../contract/fields.ts';
import { plainText } from '../../../contract/plainText.ts';
import { type StaffRole, staffRoles } from '../../../contract/roles.ts';
import type { SingleSignOn } from '../../../tenants/singleSignOn.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The value of a claim; `realm_access.roles` is the member of an object, unless a claim has this name. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, step)?.value : undefined,
      claims,
    );
}

/** The texts of a claim, which is a text or a list of texts. */
function textsOf(claims: Claims, name: string): string[] {
  const value = claimOf(claims, name);
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}

/** Whether all claims that give roles and departments are there. */
export function hasClaims({ claims: { roles, departments } }: SingleSignOn, claims: Claims): boolean {
  return [roles, departments].every((given) => !given || claimOf(claims, given.claim) !== undefined);
}

/** The role that the claims give: of several the one with the most permissions; null if they give none. */
export function roleIn({ claims: { roles } }: SingleSignOn, claims: Claims): StaffRole | null {
  const given = textsOf(claims, roles.claim).map((value) =>
    Object.hasOwn(roles.map, value) ? roles.map[value] : undefined,
  );
  return staffRoles.findLast((role) => given.includes(role)) ?? null;
}

/** The name of the department that the claims give, null for none; undefined if the manifest takes no departments from claims. */
export function departmentIn({ claims: { departments } }: SingleSignOn, claims: Claims): string | null | undefined {
  if (!departments) return undefined;
  const value = textsOf(claims, departments.claim).find((text) => Object.hasOwn(departments.map, text));
  return value === undefined ? null : (departments.map[value] ?? null);
}

/** Whether the provider has asked for several factors (RFC 8176). */
export function hasSeveralFactors(claims: Claims): boolean {
  return textsOf(claims, 'amr').includes('mfa');
}

/** First and last name: `given_name` and `family_name`, or the parts of `name`, or those of the address. */
export function nameIn(claims: Claims, email: string): { first_name: string; last_name: string } {
  const text = (name: string) => plainText(textsOf(claims, name)[0] ?? '');
  const words = text('name').split(/\s+/);
  const [local = email, domain = email] = email.split('@');
  const firstOf = (...names: string[]) => names.find((name) => Value.Check(PersonName, name)) ?? '–';
  return {
    first_name: firstOf(text('given_name'), words.slice(0, -1).join(' '), words[0] ?? '', local),
    last_name: firstOf(text('family_name'), words.length > 1 ? (words.at(-1) ?? '') : '', local, domain),
  };
}
