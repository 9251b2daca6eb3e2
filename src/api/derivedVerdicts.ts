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
import type { RetentionPeriod } from '../../contract/retention.ts';
import type { Shift } from '../../contract/shifts.ts';
import type { Tenant } from '../../contract/tenant.ts';
import type { User } from '../../contract/users.ts';
import { verdictsFor } from '../../contract/verdicts.ts';

/** The permissions for one record, by action. */
export type Can = Record<string, boolean>;

/** Derives the permissions for a record from its fields, the person and the flags of the deployment. */
export type Rule = (record: object, person: Caller, flags: Flags) => Can;

/** Types a rule; the caller guarantees the record's shape. */
const rule =
  <Item>(can: (record: Item, person: Caller, flags: Flags) => Can): Rule =>
  (record, person, flags) =>
    can(record as Item, person, flags);

/** People with the write permission for a kind may change and delete its records; the server refuses exceptions. */
export const writersMay =
  (kind: Kind): Rule =>
  (_, person) => ({ update: writes(kind, person), delete: writes(kind, person) });

const ofInterpretation: Rule = (_, person, flags) => interpretationVerdicts(person, flags);

const ofShift = rule<Shift>((shift, person) =>
  shiftVerdicts(person, { ...shift, starts: new Date(shift.from), ends: new Date(shift.to) }, new Date()),
);

/**
 * Rules for records whose permissions depend on more than the write permission for their kind, by name of the shape in the
 * contract (Q26). Used when an answer has no `can`.
 */
export const canRules: Record<string, Rule> = {
  User: rule<User>((user, person) =>
    userVerdicts(person, {
      ...user,
      isSuspended: user.suspension !== null,
      isInvitable: user.invitation !== null,
      // Only the backend knows about former managers, and about the organisation.
      hasManaged: user.role === 'manager' || user.role === 'owner',
      organisationSets: { role: false, department: false },
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
  RetentionPeriod: rule<RetentionPeriod>(({ pending }, person) => ({
    confirm: pending && writes('retention', person),
  })),
  // How late its interpreters may hand it back only the server knows: it refuses.
  Reservation: rule<Reservation>(({ is_past, start, offer, ...reservation }, person) => {
    const now = new Date();
    return reservationVerdicts(person, {
      ...reservation,
      isPast: is_past,
      isTooLateToHandBack: false,
      hasBegun: new Date(start) <= now,
      offer: offer && { isOver: new Date(offer.deadline) <= now },
    });
  }),
};

/** The permissions of a role that may enter this deployment; null for any other. */
export function verdictsOfRole(
  role: Me['role'],
  { flags, allowedRoles }: Pick<Tenant, 'flags' | 'allowedRoles'>,
): Verdicts | null {
  return maySignIn(role, allowedRoles) ? verdictsFor({ role }, flags) : null;
}
