import type { ScheduleDraft } from '../../../contract/schedules.ts';
import { ApiError } from '#api/problem.ts';
import { schedules } from '#api/schedules.ts';
import { randomId } from '#lib/randomId.ts';
import { stretchesOf } from './layout.ts';

/** What a new schedule becomes when the days that conflict are left out: one schedule for each stretch of days that are free. */
export async function withoutConflicts(draft: ScheduleDraft): Promise<ScheduleDraft[]> {
  const { occurrences } = await schedules.preview(draft, new AbortController().signal);
  const refused = new Map(occurrences.filter(({ verdict }) => verdict === 'refused').map((one) => [one.date, one]));
  const stretches = stretchesOf(
    occurrences.map(({ date }) => date),
    (day) => !refused.has(day),
  );
  if (stretches.length === 0) throw new ApiError([...refused.values()][0]?.reasons[0] ?? 'shift_overlap');
  return stretches.map((stretch) => ({ ...draft, ...stretch }));
}

/**
 * Writes schedules one after the other. A key stands for one body: sent again after a lost answer or a refusal further on,
 * those that are there already are not written twice.
 */
export function scheduleWriter(): (drafts: readonly ScheduleDraft[]) => Promise<void> {
  const keys = new Map<string, string>();
  return async (drafts) => {
    for (const draft of drafts) {
      const text = JSON.stringify(draft);
      const key = keys.get(text) ?? randomId();
      keys.set(text, key);
      await schedules.create(draft, key);
    }
  };
}
