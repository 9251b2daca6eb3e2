import type { ScheduleChanges, ScheduleDraft, SchedulePreview } from '../../../contract/schedules.ts';
import { schedules } from '#api/schedules.ts';
import { shifts } from '#api/shifts.ts';

/** The subject of a preview: a new schedule, or a change of a series or of a day and the following. */
export type Previewed =
  { kind: 'draft'; draft: ScheduleDraft } | { kind: 'series' | 'following'; id: string; changes: ScheduleChanges };

/** A dry run: every day of a draft, or every future day of a changed series. Throws `ApiError`. */
export function readPreview(previewed: Previewed, signal: AbortSignal): Promise<SchedulePreview> {
  if (previewed.kind === 'draft') return schedules.preview(previewed.draft, signal);
  return previewed.kind === 'series'
    ? schedules.previewChange(previewed.id, previewed.changes, signal)
    : shifts.previewFollowing(previewed.id, previewed.changes, signal);
}

/** The conflicting days of a preview that can be left out. A day with a reservation, or one that is removed anyway, cannot. */
export function conflictsOf({ occurrences }: SchedulePreview): string[] {
  return occurrences.flatMap(({ date, effect, verdict, reasons }) =>
    verdict === 'refused' && effect !== 'removed' && !reasons.includes('shift_reserved') ? date : [],
  );
}

/** A draft or changes without the days that conflict now. Throws `ApiError`. */
export async function withoutConflicts<Body extends object>(
  body: Body,
  previewed: Previewed,
): Promise<Body & { days_out?: string[] }> {
  const days_out = conflictsOf(await readPreview(previewed, new AbortController().signal));
  return days_out.length > 0 ? { ...body, days_out } : body;
}
