import type { Schedule, ScheduleChanges } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { schedules } from '#api/schedules.ts';
import { shifts } from '#api/shifts.ts';
import { saveChanges } from '#api/saveChanges.ts';
import type { Choice } from '#ui/form/ConflictDialog.tsx';

/** What of a series is changed or deleted: one day, it and the following, or all that is to come. */
export const scopes = ['day', 'following', 'series'] as const;
/** What of a series is changed or deleted. */
export type Scope = (typeof scopes)[number];

type Parts = { shift: Shift; schedule: Schedule };

/**
 * Saves changes to a shift, or to what of its series is meant. Where somebody else was faster, `decide` is shown theirs.
 * Answers whether they were taken. Throws `ApiError`.
 */
export function saveShift(
  scope: Scope,
  { shift, schedule }: Parts,
  { date, ...changes }: ScheduleChanges & { date?: string },
  decide: (theirs: Shift | Schedule) => Promise<Choice>,
): Promise<boolean> {
  if (scope === 'series') return saveChanges(schedules, schedule, changes, decide);
  if (scope === 'day') return saveChanges(shifts, shift, date ? { ...changes, date } : changes, decide);
  const update = async (id: string, etag: string, following: ScheduleChanges) => {
    await shifts.updateFollowing(id, etag, following);
    return shift;
  };
  return saveChanges({ one: shifts.one, update }, shift, changes, decide);
}

/** Takes a shift, or what of its series is meant, out of the calendar. Throws `ApiError`. */
export function removeShift(scope: Scope, { shift, schedule }: Parts): Promise<void> {
  if (scope === 'series') return schedules.remove(schedule.id, schedule.etag);
  return scope === 'day' ? shifts.remove(shift.id, shift.etag) : shifts.removeFollowing(shift.id, shift.etag);
}
