import type { Language } from '../../contract/languages.ts';
import type { Writable } from '../../contract/kinds.ts';
import { readScope, type Readable, serviceReads, writes } from '../../contract/permissions.ts';
import type { StaffRole } from '../../contract/roles.ts';
import type { ServiceScope } from '../../contract/serviceAccountNames.ts';

/** The signed-in caller. */
export type Person = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: StaffRole;
  /** The language of mails to them; null: the deployment's first. */
  language: Language | null;
  /** The session: the hash of its token. */
  session: Buffer;
};

/** Another system that calls, with its service account. */
export type Service = { id: string; name: string };

/**
 * Who may call a route: everybody, signed-in people for whom the function returns true, or service accounts with a scope. Every
 * route has one.
 */
export type Policy = 'public' | PersonPolicy | { scope: ServiceScope } | ReadPolicy;

/** Whether a signed-in person may call a route. */
export type PersonPolicy = (person: Person) => boolean;

/**
 * Admits people who may read at least their own records of a kind. `reads` also admits service accounts with the scope `read`, to
 * routes with the method GET.
 */
export type ReadPolicy = { reads: Readable; person: PersonPolicy };

/** @see ReadPolicy */
export function mayRead(what: Readable): ReadPolicy {
  return { reads: what, person: ({ role }) => readScope(what, role) !== 'none' };
}

/** Whether service accounts with the scope `read` may call a route. */
export const isForReaders = (policy: Policy | undefined, method: unknown): policy is ReadPolicy =>
  typeof policy === 'object' && 'reads' in policy && method === 'GET' && serviceReads.includes(policy.reads);

/** Admits people who may read everybody's records of a kind. */
export function mayReadAll(what: Readable): PersonPolicy {
  return ({ role }) => readScope(what, role) === 'all';
}

/** Admits people who may write records of a kind. */
export function mayWrite(what: Writable): PersonPolicy {
  return (person) => writes(what, person);
}

/** Admits everybody who is signed in. */
export const signedIn: PersonPolicy = () => true;
