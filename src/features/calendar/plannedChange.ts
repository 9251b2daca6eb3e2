import type { Schedule, ScheduleChanges } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { parseDay } from '#lib/dates.ts';
import type { Previewed } from './previews.ts';
import type { Scope } from './scope.ts';
import { dayChanges, seriesChanges, seriesValues, type ShiftValues } from './shiftForm.ts';

type Parts = { shift: Shift; schedule: Schedule };

/** What a form is about to change. */
type PlannedChange = {
  /** A single shift that begins to repeat is changed as a series. */
  scope: Scope;
  changes: ScheduleChanges & { date?: string };
  /** The first day of what is changed; null for a day alone. */
  firstDay: string | null;
  /** What to preview; null for a day alone, and while nothing has changed. */
  previewed: Previewed | null;
};

/** Whether a single shift may begin to repeat: as long as it stands on the day of its schedule. */
export function isRepeatable({ shift, schedule }: Parts, { date }: ShiftValues): boolean {
  return schedule.repeat === 'once' && shift.date === schedule.date && parseDay(date) === schedule.date;
}

/** What the form of a shift changes, of the part of its series that is meant. */
export function plannedChange(base: Parts, asked: Scope, values: ShiftValues): PlannedChange {
  const { shift, schedule } = base;
  const begins = isRepeatable(base, values) && values.repeat !== 'once';
  const scope = schedule.repeat !== 'once' ? asked : begins ? 'series' : 'day';
  if (scope === 'day')
    return { scope, changes: dayChanges(seriesValues(shift, schedule), values), firstDay: null, previewed: null };
  // The days that a single shift repeats on get what the form shows, which the shift alone may have had so far.
  const changes = seriesChanges(seriesValues(begins ? schedule : shift, schedule), values);
  return {
    scope,
    changes,
    firstDay: scope === 'series' ? schedule.date : shift.series_date,
    previewed: isReadable(changes) ? { of: scope, id: scope === 'series' ? schedule.id : shift.id, changes } : null,
  };
}

/** Whether there are changes, and all of them can be read. */
function isReadable(changes: ScheduleChanges): boolean {
  const values = Object.values(changes);
  return values.length > 0 && !values.includes('') && !values.includes(Number.NaN);
}
