import type { Language } from '../../contract/languages.ts';
import { isStaffRole, type Role, type StaffRole } from '../../contract/roles.ts';
import {
  calendarDeleting,
  reading,
  type Readable,
  type Reach,
  type Writable,
  writing,
} from '../../contract/permissions.ts';

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

/** Whose records of a kind a role may read. */
export function reach(what: Readable, role: StaffRole): Reach {
  return reading[what][role];
}

/** Lets those in who may read at least their own records of a kind. */
export function mayRead(what: Readable): Policy {
  return ({ role }) => reach(what, role) !== 'none';
}

/** Lets those in who may read everybody's records of a kind. */
export function mayReadAll(what: Readable): Policy {
  return ({ role }) => reach(what, role) === 'all';
}

/** Whether somebody may create, change and delete in a collection. */
export function writes(what: Writable, { role }: Pick<Person, 'role'>): boolean {
  return (writing[what] as readonly StaffRole[]).includes(role);
}

/** Lets those in who may write in a collection. */
export function mayWrite(what: Writable): Policy {
  return (person) => writes(what, person);
}

/** Lets those in who may take shifts out of the calendar. */
export const mayDeleteShifts = ({ role }: Pick<Person, 'role'>): boolean =>
  (calendarDeleting as readonly StaffRole[]).includes(role);

/** Lets everybody in who is signed in. */
export const signedIn: Policy = () => true;

/** Whether a role may come into this deployment's dashboard at all (Q5); deaf and partner never may. */
export function mayEnter(role: Role, allowedRoles: readonly StaffRole[]): role is StaffRole {
  return isStaffRole(role) && allowedRoles.includes(role);
}
