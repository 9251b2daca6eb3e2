import type { Me, Verdicts } from '../../contract/auth.ts';
import type { Flags } from '../../contract/flags.ts';
import type { Kind } from '../../contract/kinds.ts';
import { type Caller, maySignIn, writes } from '../../contract/permissions.ts';
import {
  interpretationVerdicts,
  recordingVerdicts,
  scheduleVerdicts,
  shiftVerdicts,
  userVerdicts,
} from '../../contract/recordRules.ts';
import { reservationVerdicts } from '../../contract/reservationRules.ts';
import type { Recording } from '../../contract/recordings.ts';
import type { Reservation } from '../../contract/reservations.ts';
import type { Schedule } from '../../contract/schedules.ts';
import type { Shift } from '../../contract/shifts.ts';
import type { Tenant } from '../../contract/tenant.ts';
import type { User } from '../../contract/users.ts';
import { verdictsFor } from '../../contract/verdicts.ts';

/** What may be done with a record, act by act. */
export type Can = Record<string, boolean>;

/** What somebody may do with a record in a deployment with these flags. */
export type Rule = (record: object, person: Caller, flags: Flags) => Can;

/** A rule over a record whose shape the caller vouches for. */
const rule =
  <Item>(can: (record: Item, person: Caller, flags: Flags) => Can): Rule =>
  (record, person, flags) =>
    can(record as Item, person, flags);

/** Whoever writes records of a kind may change and delete one; the server refuses where something prevents it. */
export const writersMay =
  (kind: Kind): Rule =>
  (_, person) => ({ update: writes(kind, person), delete: writes(kind, person) });

const ofInterpretation: Rule = (_, person, flags) => interpretationVerdicts(person, flags);

const ofShift = rule<Shift>((shift, person) =>
  shiftVerdicts(person, { ...shift, starts: new Date(shift.from) }, new Date()),
);

/**
 * What may be done with a record whose answer does not say it, by the name of its shape in the contract, where that depends on
 * more than who writes records of its kind (decisions, "Who may do what"; decision 244).
 */
export const canRules: Record<string, Rule> = {
  User: rule<User>((user, person) =>
    userVerdicts(person, {
      ...user,
      isSuspended: user.suspension !== null,
      // Who managed once and does so no more the backend alone knows.
      hasManaged: user.role === 'manager' || user.role === 'owner',
    }),
  ),
  QueuePriority: writersMay('queues'),
  Interpretation: ofInterpretation,
  InterpretationDetail: ofInterpretation,
  Recording: rule<Recording>(({ state }, person) => recordingVerdicts(person, state)),
  Schedule: rule<Schedule>((schedule, person) =>
    scheduleVerdicts(person, schedule, new Date().toISOString().slice(0, 10)),
  ),
  Shift: ofShift,
  CalendarShift: ofShift,
  Reservation: rule<Reservation>(({ status, is_past, interpreters }, person) =>
    reservationVerdicts(person, { status, isPast: is_past, interpreters }),
  ),
};

/** The verdicts of a role that this deployment lets in; null of any other, which sees nothing. */
export function verdictsOfRole(
  role: Me['role'],
  { flags, allowedRoles }: Pick<Tenant, 'flags' | 'allowedRoles'>,
): Verdicts | null {
  return maySignIn(role, allowedRoles) ? verdictsFor({ role }, flags) : null;
}
