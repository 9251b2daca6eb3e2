import type { Schedule, ScheduleChanges } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { parseDay } from '#lib/dates.ts';
import type { Previewed } from './previews.ts';
import type { Scope } from './scope.ts';
import { dayChanges, seriesChanges, seriesValues, type ShiftValues } from './shiftForm.ts';

type Parts = { shift: Shift; schedule: Schedule };

/** The change that a form will send. */
export type PlannedChange = {
  /** `series` if a single shift becomes a series. */
  scope: Scope;
  changes: ScheduleChanges & { date?: string };
  /** The first changed day; null for a single day. */
  firstDay: string | null;
  /** The query of the preview; null for a single day, and without changes. */
  previewed: Previewed | null;
};

/** Whether a single shift may begin to repeat: if it is still on the day of its schedule. */
export function isRepeatable({ shift, schedule }: Parts, { date }: ShiftValues): boolean {
  return schedule.repeat === 'once' && shift.date === schedule.date && parseDay(date) === schedule.date;
}

/** The change that a form of a shift will send for a part of its series. */
export function plannedChange(base: Parts, chosenScope: Scope, values: ShiftValues): PlannedChange {
  const { shift, schedule } = base;
  const begins = isRepeatable(base, values) && values.repeat !== 'once';
  const scope = schedule.repeat !== 'once' ? chosenScope : begins ? 'series' : 'day';
  if (scope === 'day')
    return { scope, changes: dayChanges(seriesValues(shift, schedule), values), firstDay: null, previewed: null };
  // New days of a repeated single shift get the values in the form, which its schedule may not have.
  const changes = seriesChanges(seriesValues(begins ? schedule : shift, schedule), values);
  return {
    scope,
    changes,
    firstDay: scope === 'series' ? schedule.date : shift.series_date,
    previewed: isReadable(changes) ? { kind: scope, id: scope === 'series' ? schedule.id : shift.id, changes } : null,
  };
}

/** Whether there are changes, and all of them are valid. */
function isReadable(changes: ScheduleChanges): boolean {
  const values = Object.values(changes);
  return values.length > 0 && !values.includes('') && !values.includes(Number.NaN);
}
