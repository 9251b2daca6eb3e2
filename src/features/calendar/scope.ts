import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import type { ShiftsAffected } from '../../../contract/coverage.ts';
import type { Schedule, ScheduleChanges } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { schedules } from '#api/schedules.ts';
import { shifts } from '#api/shifts.ts';
import { saveChanges } from '#api/saveChanges.ts';
import type { Choice } from '#ui/form/ConflictDialog.tsx';

/** The part of a series to change or delete: one day, it and the following, or all future days. */
export const scopes = ['day', 'following', 'series'] as const;
/** A part of a series. */
export type Scope = (typeof scopes)[number];

type Parts = { shift: Shift; schedule: Schedule };

/** The result of saving: `isTaken` is false if the person chose the other version; `shift` is set if one shift was changed. */
export type Saved = { isTaken: boolean; shift: Shift | null };

/**
 * Saves changes to a shift, or to a part of its series. If somebody else has changed it meanwhile, `decide` receives their
 * version. Throws `ApiError`.
 */
export async function saveShift(
  scope: Scope,
  { shift, schedule }: Parts,
  { date, ...changes }: ScheduleChanges & { date?: string },
  decide: (theirs: Shift | Schedule) => Promise<Choice>,
): Promise<Saved> {
  if (scope === 'day') {
    const saved = await saveChanges(shifts, shift, date ? { ...changes, date } : changes, decide);
    return { isTaken: saved !== null, shift: saved };
  }
  if (scope === 'series')
    return { isTaken: (await saveChanges(schedules, schedule, changes, decide)) !== null, shift: null };
  const update = async (id: string, etag: string, following: ScheduleChanges) => {
    await shifts.updateFollowing(id, etag, following);
    return shift;
  };
  const taken = await saveChanges({ one: shifts.one, update }, shift, changes, decide);
  return { isTaken: taken !== null, shift: null };
}

/** Deletes a shift, or a part of its series, with decisions on its approved reservations. Throws `ApiError`. */
export function removeShift(scope: Scope, { shift, schedule }: Parts, decisions?: BookingDecision[]): Promise<void> {
  if (scope === 'series') return schedules.remove(schedule.id, schedule.etag, decisions);
  return scope === 'day'
    ? shifts.remove(shift.id, shift.etag, decisions)
    : shifts.removeFollowing(shift.id, shift.etag, decisions);
}

/** The approved reservations that lose an interpreter by changes, or by the deletion if there are none. Throws `ApiError`. */
export function affectedBy(
  scope: Scope,
  { shift, schedule }: Parts,
  changes?: ScheduleChanges & { date?: string },
): Promise<ShiftsAffected> {
  if (scope === 'series') return schedules.affected(schedule.id, changes);
  return scope === 'day' ? shifts.affected(shift.id, changes) : shifts.affectedFollowing(shift.id, changes);
}
