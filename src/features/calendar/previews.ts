import type { ScheduleChanges, ScheduleDraft, SchedulePreview } from '../../../contract/schedules.ts';
import { schedules } from '#api/schedules.ts';
import { shifts } from '#api/shifts.ts';

/** What is previewed: a new schedule, or a change of a series or of a shift’s day and the following. */
export type Previewed =
  { of: 'draft'; draft: ScheduleDraft } | { of: 'series' | 'following'; id: string; changes: ScheduleChanges };

/** Every day of a draft, or every day to come of a changed series. Nothing is written. Throws `ApiError`. */
export function readPreview(asked: Previewed, signal: AbortSignal): Promise<SchedulePreview> {
  if (asked.of === 'draft') return schedules.preview(asked.draft, signal);
  return asked.of === 'series'
    ? schedules.previewChange(asked.id, asked.changes, signal)
    : shifts.previewFollowing(asked.id, asked.changes, signal);
}

/** The days of a preview that conflict and can be left out. A day with a reservation, or that is removed anyway, cannot. */
export function conflictsOf({ occurrences }: SchedulePreview): string[] {
  return occurrences.flatMap(({ date, effect, verdict, reasons }) =>
    verdict === 'refused' && effect !== 'removed' && !reasons.includes('shift_reserved') ? date : [],
  );
}

/** A draft or changes without the days that conflict at this moment. Throws `ApiError`. */
export async function withoutConflicts<Body extends object>(
  body: Body,
  asked: Previewed,
): Promise<Body & { days_out?: string[] }> {
  const days_out = conflictsOf(await readPreview(asked, new AbortController().signal));
  return days_out.length > 0 ? { ...body, days_out } : body;
}
