import type { ScheduleDraft } from '../../../../contract/schedules.ts';
import type { Db } from '../../../db/tables.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { randomId } from '../../../randomId.ts';
import { daysOf, type Occurrence, occurrenceOn } from '../../../schedule/series.ts';
import type { ScheduleRow } from '../repository.ts';
import { assertDaysOut, assertRange, assertTerms, type Terms } from '../terms.ts';
import { assertAssignable, type Context } from './context.ts';

function termsOfDraft(draft: ScheduleDraft, timeZone: string): Terms {
  return {
    interpreter_id: draft.interpreter,
    zone: timeZone,
    time_from: draft.time_from,
    time_to: draft.time_to,
    location_type: draft.location_type,
    address: draft.address ?? null,
    travel_time: draft.travel_time ?? 0,
    request_type: draft.request_type,
    communication_type: draft.communication_type ?? 'interpretation',
    allow_reservations: draft.allowReservations ?? false,
    emergency: draft.emergency ?? false,
  };
}

/** A draft as a row that is not stored yet. */
type Drafted = {
  row: ScheduleRow;
  occurrences: Occurrence[];
  /** Days left out. */
  out: Occurrence[];
  /** Days on which the change of clocks skips the whole time. */
  clocks: string[];
};

/** A draft as a row, and its occurrences; nothing is written. @throws ApiProblem for an invalid draft. */
export async function draftOf(context: Context, on: Db, person: Person, draft: ScheduleDraft): Promise<Drafted> {
  const drafted = readDraft(context, draft);
  await assertAssignable(on, person, draft.interpreter);
  return drafted;
}

/** The same, without a look at the interpreter. @throws ApiProblem for an invalid draft. */
export function readDraft(
  { clock, flags, timeZone }: Pick<Context, 'clock' | 'flags' | 'timeZone'>,
  draft: ScheduleDraft,
): Drafted {
  const terms = termsOfDraft(draft, timeZone);
  assertTerms(terms, flags);
  const range = { date: draft.date, until: draft.until ?? draft.date };
  assertRange(range);
  const all = daysOf({ ...range, repeat: draft.repeat });
  const days_out = assertDaysOut(draft.days_out, all);
  const found = all.map((day) => ({ day, occurrence: occurrenceOn(day, terms, terms.travel_time) }));
  const isOut = ({ day }: { day: string }) => days_out.includes(day);
  const occurrences = found.flatMap(({ occurrence }) => (occurrence && !isOut(occurrence) ? occurrence : []));
  const out = found.flatMap(({ occurrence }) => (occurrence && isOut(occurrence) ? occurrence : []));
  const clocks = found.flatMap(({ day, occurrence }) => (occurrence ? [] : day));
  if (occurrences.length === 0) throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
  const row: ScheduleRow = {
    id: randomId(),
    ...terms,
    first_day: range.date,
    last_day: draft.repeat === 'once' ? range.date : range.until,
    repeat: draft.repeat,
    source: 'platform',
    days_out,
    created: clock(),
    version: 1,
  };
  return { row, occurrences, out, clocks };
}
