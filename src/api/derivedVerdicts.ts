import type { Me, Verdicts } from '../../contract/auth.ts';
import type { Flags } from '../../contract/flags.ts';
import { type Caller, mayEnter, type Writable, writes } from '../../contract/permissions.ts';
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

type Rule = (record: object, person: Caller, flags: Flags) => Can;

/** A rule over a record whose shape the caller vouches for. */
const rule =
  <Item>(can: (record: Item, person: Caller, flags: Flags) => Can): Rule =>
  (record, person, flags) =>
    can(record as Item, person, flags);

/** Whoever may write in a collection may change and delete its records; what stands in the way the server says. */
const ofCollection =
  (collection: Writable): Rule =>
  (_, person) => ({ update: writes(collection, person), delete: writes(collection, person) });

const ofInterpretation: Rule = (_, person, flags) => interpretationVerdicts(person, flags);

const ofShift = rule<Shift>((shift, person) =>
  shiftVerdicts(person, { ...shift, starts: new Date(shift.from) }, new Date()),
);

/**
 * What may be done with a record whose answer does not say it, by the name of its shape in the contract: by the role and the
 * record's own state (decisions, "Who may do what"; decision 244).
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
  Department: ofCollection('departments'),
  Contact: ofCollection('contacts'),
  PartnerCategory: ofCollection('partner_categories'),
  Partner: ofCollection('partners'),
  Venue: ofCollection('venues'),
  Video: ofCollection('videos'),
  VideoCategory: ofCollection('video_categories'),
  Slider: ofCollection('sliders'),
  ClosureCategory: ofCollection('closure_categories'),
  QueuePriority: ofCollection('queues'),
  SavedView: ofCollection('saved_views'),
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
  return mayEnter(role, allowedRoles) ? verdictsFor({ role }, flags) : null;
}
