import type { Language } from '../../contract/languages.ts';
import type { Writable } from '../../contract/kinds.ts';
import { reach, type Readable, writes } from '../../contract/permissions.ts';
import type { StaffRole } from '../../contract/roles.ts';

/** Who makes a call. */
export type Person = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: StaffRole;
  /** What mails to them are written in; null: the deployment's first. */
  language: Language | null;
  /** The session of the call: the hash of its token. */
  session: Buffer;
};

/** Who may call a route: everybody, or the signed-in people for whom it answers true. Every route declares one. */
export type Policy = 'public' | ((person: Person) => boolean);

/** Lets those in who may read at least their own records of a kind. */
export function mayRead(what: Readable): Policy {
  return ({ role }) => reach(what, role) !== 'none';
}

/** Lets those in who may read everybody's records of a kind. */
export function mayReadAll(what: Readable): Policy {
  return ({ role }) => reach(what, role) === 'all';
}

/** Lets those in who may write in a collection. */
export function mayWrite(what: Writable): Policy {
  return (person) => writes(what, person);
}

/** Lets everybody in who is signed in. */
export const signedIn: Policy = () => true;
