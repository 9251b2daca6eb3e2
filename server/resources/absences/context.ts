import { isInForce } from '../../../contract/absenceNames.ts';
import type { Absence } from '../../../contract/absences.ts';
import { absenceVerdicts } from '../../../contract/recordRules.ts';
import { readScope } from '../../../contract/permissions.ts';
import type { StaffRole } from '../../../contract/roles.ts';
import { etagOf } from '../../collection/etag.ts';
import type { WorkingTime } from '../../../tenants/inheritance.ts';
import type { Db } from '../../db/tables.ts';
import type { Notify } from '../../notifications/notifications.ts';
import type { Person } from '../../policies/policy.ts';
import { inZone } from '../../schedule/wallTime.ts';
import type { Reservations } from '../reservations/reservations.ts';
import type { AbsenceRow } from './repository.ts';

/** The dependencies of acts on absences. */
export type Context = {
  db: Db;
  clock: () => Date;
  /** The deployment’s time zone. */
  zone: string;
  /** The roles that may sign in. */
  allowedRoles: readonly StaffRole[];
  /** Whether a planner approves what interpreters ask for. */
  leaveNeedsApproval: boolean;
  workingTime: WorkingTime;
  notify: Notify;
  reservations: Pick<Reservations, 'present'>;
};

/** Whether a person plans the absences of everybody. */
export const isPlanner = ({ role }: Pick<Person, 'role'>): boolean => readScope('absences', role) === 'all';

/** An absence as the API returns it to a person who may read it. */
export function absenceOnWire(
  row: AbsenceRow,
  { person, now, zone }: { person: Person; now: Date; zone: string },
): Absence {
  const { state, starts, ends } = row;
  return {
    id: row.id,
    etag: etagOf(row.version),
    person: row.interpreter_id,
    person_name: row.person_name,
    from: inZone(row.starts, zone),
    to: inZone(ends, zone),
    date_from: row.first_day,
    date_to: row.last_day,
    time_from: row.time_from,
    time_to: row.time_to,
    kind: row.absence_kind,
    note: row.absence_note,
    state,
    is_over: ends <= now,
    undecided: isPlanner(person) && isInForce(state) ? row.undecided : null,
    created: row.created.toISOString(),
    can: absenceVerdicts(person, { person: row.interpreter_id, state, starts, ends }, now),
  };
}
