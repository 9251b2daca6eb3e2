import { useMemo } from 'react';
import { type Absence, overlaps } from '#domain/absences/useAbsences.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { byDay, type Lane, occupied, type Planned, rowsOf, type Span } from './layout.ts';
import { textScale } from './measures.ts';

/**
 * A lane laid out: the shifts and absences of each field (one per day); on a timeline one field, and the row of each of its shifts.
 */
export type LaneLayout = { lane: Lane; fields: Planned[][]; absences: Absence[][]; rows: number[]; height: number };

/** The least height of a lane, in pixels. */
const minHeight = 44;

/** The height of an absence in a field of a week, in pixels, with the gap below it. */
export const absenceHeight = 20;

/** Lays out lanes; an unchanged lane keeps its layout, so that its row does not re-render. */
export function useLaneLayouts({
  lanes,
  days,
  timeline,
  chipHeight,
}: {
  lanes: readonly Lane[];
  days: readonly string[];
  timeline: Span | null;
  chipHeight: number;
}): LaneLayout[] {
  const { dates } = useFormats();
  const layOut = useMemo(() => {
    const fields = days.map((day) => ({ day, from: dates.startOfDay(day), to: Date.parse(dates.endOfDay(day)) }));
    return createLayOut(fields, timeline, chipHeight);
  }, [days, timeline, chipHeight, dates]);
  return useMemo(() => lanes.map(layOut), [lanes, layOut]);
}

/** A day and its span. */
type DayField = Span & { day: string };

function createLayOut(days: readonly DayField[], timeline: Span | null, chipHeight: number) {
  const cache = new WeakMap<Lane, LaneLayout>();
  return (lane: Lane): LaneLayout => {
    const layout = cache.get(lane) ?? layOutLane(lane, days, timeline, chipHeight);
    cache.set(lane, layout);
    return layout;
  };
}

function layOutLane(lane: Lane, days: readonly DayField[], timeline: Span | null, chipHeight: number): LaneLayout {
  const absences = days.map((field) => lane.absences.filter((absence) => overlaps(field, absence)));
  if (timeline) {
    const shifts = lane.shifts.filter((shift) => {
      const { from, to } = occupied(shift);
      return from < timeline.to && to > timeline.from;
    });
    const rows = rowsOf(shifts.map(occupied));
    const height = Math.max(minHeight, 12 + Math.max(1, ...rows.map((row) => row + 1)) * (chipHeight + 4) - 4);
    return { lane, fields: [shifts], absences, rows, height };
  }
  const shiftsByDay = byDay(lane.shifts);
  const fields = days.map(({ day }) => shiftsByDay.get(day) ?? []);
  const heights = fields.map(
    ({ length }, at) => 9 + length * (chipHeight + 2) - 2 + (absences[at]?.length ?? 0) * absenceHeight * textScale(),
  );
  return { lane, fields, absences, rows: [], height: Math.max(minHeight, ...heights) };
}
