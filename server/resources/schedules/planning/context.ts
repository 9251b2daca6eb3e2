import type { Kysely } from 'kysely';
import type { Flags } from '../../../../contract/flags.ts';
import { reach } from '../../../../contract/permissions.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Notify } from '../../../notifications/notifications.ts';
import { shiftEvents } from '../../../notifications/shiftChanges.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import {
  findSchedule,
  findShift,
  isInterpreter,
  type NamedScheduleRow,
  type ScheduleRow,
  type ShiftRow,
  shiftsOf,
} from '../repository.ts';

/** What every act on the calendar works with. */
export type Context = {
  db: Kysely<Tables>;
  clock: () => Date;
  flags: Flags;
  /** Of the deployment: new schedules are in it. */
  timeZone: string;
  notify: Notify;
};

/** The id that a person’s calendar is limited to, or null. */
export function ownOf({ id, role }: Person): string | null {
  return reach('calendar', role) === 'own' ? id : null;
}

/** @throws ApiProblem forbidden, or invalid where it is no approved interpreter. */
export async function assertAssignable(on: Kysely<Tables>, person: Person, interpreterId: string): Promise<void> {
  const own = ownOf(person);
  if (own !== null && own !== interpreterId) throw new ApiProblem('forbidden');
  if (!(await isInterpreter(on, interpreterId)))
    throw new ApiProblem('invalid', { errors: { interpreter: ['invalid'] } });
}

/** @throws ApiProblem schedule_external for what another system plans. */
export function assertOurs({ source }: Pick<ScheduleRow, 'source'>): void {
  if (source === 'external') throw new ApiProblem('schedule_external');
}

/** The schedule once the locks are held. @throws ApiProblem where it has gone to somebody else since it was looked up. */
export async function rereadSchedule(trx: Trx, seen: ScheduleRow, own: string | null): Promise<NamedScheduleRow> {
  const row = await findSchedule(trx, seen.id, own);
  if (row.interpreter_id !== seen.interpreter_id) throw new ApiProblem('precondition_failed');
  return row;
}

/** The shift once the locks are held. @throws ApiProblem where it has moved since it was looked up. */
export async function rereadShift(trx: Trx, seen: ShiftRow, own: string | null): Promise<ShiftRow> {
  const shift = await findShift(trx, seen.id, own);
  if (shift.interpreter_id !== seen.interpreter_id || shift.schedule_id !== seen.schedule_id)
    throw new ApiProblem('precondition_failed');
  return shift;
}

/** Everybody whose time a change of a schedule touches: days changed alone may be somebody else’s. */
export async function peopleOf({ db }: Context, row: ScheduleRow, other?: string): Promise<string[]> {
  const shifts = await shiftsOf(db, row.id);
  return [row.interpreter_id, ...(other ? [other] : []), ...shifts.map((shift) => shift.interpreter_id)];
}

/** Tells interpreters what somebody else has changed in their calendar. */
export function tell(
  { notify }: Context,
  trx: Trx,
  person: Person,
  { before, after }: { before: readonly ShiftRow[]; after: readonly ShiftRow[] },
): Promise<void> {
  return notify(trx, person.id, shiftEvents(before, after));
}
