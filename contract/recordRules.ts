import { userActs } from './acts.ts';
import type { ApprovalStatus } from './approval.ts';
import type { Flags } from './flags.ts';
import type { Interpretation } from './interpretationRecords.ts';
import type { RecordingState } from './interpretations.ts';
import type { Recording } from './recordings.ts';
import type { ErrorCode } from './errors.ts';
import type { Writable } from './kinds.ts';
import { type Caller, mayDeleteShifts, reach, unreachableRoles, writes } from './permissions.ts';
import type { Role } from './roles.ts';
import type { Schedule } from './schedules.ts';
import type { Shift } from './shifts.ts';
import type { User } from './users.ts';

type UserAct = (typeof userActs)[number];

/** What the rules look at in the user that something is done to. */
export type Subject = {
  id: string;
  role: Role;
  approval_status: ApprovalStatus;
  isSuspended: boolean;
  /** They are, or have ever been, a manager or an owner. */
  hasManaged: boolean;
};

/** Whether people of a role belong to what somebody may see and make: a manager knows no owners. */
export function reachesRole({ role }: Pick<Caller, 'role'>, other: Role): boolean {
  return !(unreachableRoles[role] as readonly Role[]).includes(other);
}

/**
 * Why somebody may not do something to a user now, as a code, or null where they may. Nobody changes their own role or
 * standing, suspends or deletes themselves; transitions are those of Q24. One's own e-mail is changed at `auth/email/`; only
 * owners change that of somebody who is, or ever was, a manager or an owner.
 */
export function refusalFor(act: UserAct, person: Caller, user: Subject): ErrorCode | null {
  if (!writes('users', person)) return 'forbidden';
  if (!reachesRole(person, user.role)) return 'not_found';
  if (act === 'update' || act === 'request_password_reset') return null;
  if (user.id === person.id) return 'not_oneself';
  // Password resets go to this address, so changing it gives control of the account.
  if (act === 'change_email') return user.hasManaged && person.role !== 'owner' ? 'forbidden' : null;
  const isPossible = {
    change_role: true,
    delete: true,
    suspend: !user.isSuspended,
    unsuspend: user.isSuspended,
    approve: user.approval_status !== 'approved',
    reject: user.approval_status !== 'rejected',
  };
  return isPossible[act] ? null : 'transition_refused';
}

/** What somebody may do with a user, answered with it. */
export function userVerdicts(person: Caller, user: Subject): User['can'] {
  return Object.fromEntries(userActs.map((act) => [act, refusalFor(act, person, user) === null])) as User['can'];
}

/** What somebody may do with a record of a collection whose records are all alike. */
export function recordVerdicts(what: Writable, person: Caller): { update: boolean; delete: boolean } {
  const may = writes(what, person);
  return { update: may, delete: may };
}

/** What somebody may do with a recording of an interpretation that they may see. */
export function recordingVerdicts(person: Caller, state: RecordingState): Recording['can'] {
  const all = reach('interpretations', person.role) === 'all';
  return { view: state === 'ready', process: all && (state === 'pending' || state === 'processing') };
}

/** What somebody may do with an interpretation that they may see: who sees only their own writes notes alone. */
export function interpretationVerdicts(person: Caller, flags: Flags): Interpretation['can'] {
  const all = reach('interpretations', person.role) === 'all';
  return { note: true, close: all, process_recordings: all && flags.recordings };
}

const changeable = (isOpen: boolean, person: Caller) => ({ update: isOpen, delete: isOpen && mayDeleteShifts(person) });

/** What somebody may do with a shift that they may see: nothing once it has begun, or where another system keeps it. */
export function shiftVerdicts(
  person: Caller,
  { source, state, starts }: Pick<Shift, 'source' | 'state'> & { starts: Date },
  now: Date,
): Shift['can'] {
  return changeable(source === 'platform' && starts > now && state !== 'completed', person);
}

/** What somebody may do with a schedule that they may see; `until` is its last day, `today` the deployment's (`YYYY-MM-DD`). */
export function scheduleVerdicts(
  person: Caller,
  { source, until }: Pick<Schedule, 'source' | 'until'>,
  today: string,
): Schedule['can'] {
  return changeable(source === 'platform' && until >= today, person);
}
