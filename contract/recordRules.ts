import { isInForce } from './absenceNames.ts';
import type { Absence } from './absences.ts';
import { absenceActs, userActs } from './acts.ts';
import type { ApprovalStatus } from './approval.ts';
import type { Flags } from './flags.ts';
import type { Interpretation } from './interpretationRecords.ts';
import type { RecordingState } from './interpretations.ts';
import type { Recording } from './recordings.ts';
import type { ErrorCode } from './errors.ts';
import type { Writable } from './kinds.ts';
import { type Caller, mayDeleteShifts, readScope, hiddenRoles, writes } from './permissions.ts';
import type { Role } from './roles.ts';
import type { Schedule } from './schedules.ts';
import type { Shift } from './shifts.ts';
import type { User } from './users.ts';

type UserAct = (typeof userActs)[number];

/** The user that an act concerns, as far as permission rules need it. */
export type Subject = {
  id: string;
  role: Role;
  approval_status: ApprovalStatus;
  isSuspended: boolean;
  /** Staff who are approved, and have neither a password nor a national ID to sign in with. */
  isInvitable: boolean;
  /** They are, or once were, a manager or an owner. */
  hasManaged: boolean;
  /** What the organisation sets: it would overwrite a change (decision 355). */
  organisationSets: OrganisationSets;
};

/** Whether the organisation sets the role and the department of a user. */
export type OrganisationSets = { role: boolean; department: boolean };

/** Whether a person may see and create users of a role: managers see no owners. */
export function seesRole({ role }: Pick<Caller, 'role'>, other: Role): boolean {
  return !(hiddenRoles[role] as readonly Role[]).includes(other);
}

/**
 * Returns the error code that refuses an act on a user, or null if the person may do it. Users cannot change their own role
 * or account status, and cannot suspend or delete themselves; status changes follow Q24. Users change their own e-mail
 * address at `auth/email/`. Only owners change the e-mail addresses of current and former managers and owners,
 * and end sessions. Nobody changes what the organisation sets.
 */
export function refusalFor(act: UserAct, person: Caller, user: Subject): ErrorCode | null {
  if (!writes('users', person)) return 'forbidden';
  if (!seesRole(person, user.role)) return 'not_found';
  if (act === 'update' || act === 'request_password_reset') return null;
  if (act === 'change_department') return user.organisationSets.department ? 'from_organisation' : null;
  if (user.id === person.id) return 'not_oneself';
  if (act === 'change_role') return user.organisationSets.role ? 'from_organisation' : null;
  // Password resets go to this address, so changing it gives control of the account.
  if (act === 'change_email') return user.hasManaged && person.role !== 'owner' ? 'forbidden' : null;
  if (act === 'end_sessions') return person.role === 'owner' ? null : 'forbidden';
  const isPossible = {
    delete: true,
    suspend: !user.isSuspended,
    unsuspend: user.isSuspended,
    approve: user.approval_status !== 'approved',
    reject: user.approval_status !== 'rejected',
    invite: user.isInvitable && !user.isSuspended,
  };
  return isPossible[act] ? null : 'transition_refused';
}

/** The permissions of a person for a user. */
export function userVerdicts(person: Caller, user: Subject): User['can'] {
  return Object.fromEntries(userActs.map((act) => [act, refusalFor(act, person, user) === null])) as User['can'];
}

/** The permissions of a person for a record of a collection without rules by record. */
export function recordVerdicts(what: Writable, person: Caller): { update: boolean; delete: boolean } {
  const may = writes(what, person);
  return { update: may, delete: may };
}

/** The permissions of a person for a recording of an interpretation that they may read. */
export function recordingVerdicts(person: Caller, state: RecordingState): Recording['can'] {
  const all = readScope('interpretations', person.role) === 'all';
  return { view: state === 'ready', process: all && (state === 'pending' || state === 'processing') };
}

/** The permissions of a person for an interpretation that they may read. The read scope `own` allows notes only. */
export function interpretationVerdicts(person: Caller, flags: Flags): Interpretation['can'] {
  const all = readScope('interpretations', person.role) === 'all';
  return { note: true, close: all, process_recordings: all && flags.recordings };
}

const changeable = (isOpen: boolean, person: Caller) => ({ update: isOpen, delete: isOpen && mayDeleteShifts(person) });

/** The permissions of a person for a shift that they may read: only its end once it has begun, none for external shifts. */
export function shiftVerdicts(
  person: Caller,
  { source, state, starts, ends }: Pick<Shift, 'source' | 'state'> & { starts: Date; ends: Date },
  now: Date,
): Shift['can'] {
  const isOurs = source === 'platform';
  return {
    ...changeable(isOurs && starts > now && state !== 'completed', person),
    end: isOurs && starts <= now && now < ends && state === 'enabled',
  };
}

/**
 * The permissions of a person for a schedule that they may read; `until` is its last day, `today` the deployment's
 * (`YYYY-MM-DD`).
 */
export function scheduleVerdicts(
  person: Caller,
  { source, until }: Pick<Schedule, 'source' | 'until'>,
  today: string,
): Schedule['can'] {
  return changeable(source === 'platform' && until >= today, person);
}

/** An absence, as far as permission rules need it. */
type AbsenceSubject = Pick<Absence, 'person' | 'state'> & { starts: Date; ends: Date };

/**
 * The error code if a person may not do an act on an absence, otherwise null. Planners decide; people take back what no
 * planner has decided: their own requests and reports.
 */
export function absenceRefusal(
  act: (typeof absenceActs)[number],
  person: Caller,
  { person: absent, state, starts, ends }: AbsenceSubject,
  now: Date,
): ErrorCode | null {
  const isPlanner = readScope('absences', person.role) === 'all';
  if (!isPlanner && absent !== person.id) return 'not_found';
  if (!isPlanner && act !== 'take_back' && act !== 'update') return 'forbidden';
  const isUndecided = state === 'requested' || state === 'reported';
  const isPossible = {
    update: isPlanner ? isInForce(state) || isUndecided : isUndecided && starts > now,
    decide: isInForce(state),
    approve: state === 'requested',
    refuse: state === 'requested',
    take_back: isUndecided || (isPlanner && isInForce(state)),
  };
  return ends > now && isPossible[act] ? null : 'transition_refused';
}

/** The permissions of a person for an absence that they may read. */
export function absenceVerdicts(person: Caller, subject: AbsenceSubject, now: Date): Absence['can'] {
  return Object.fromEntries(
    absenceActs.map((act) => [act, absenceRefusal(act, person, subject, now) === null]),
  ) as Absence['can'];
}
