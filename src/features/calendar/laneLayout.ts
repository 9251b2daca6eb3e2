import { useMemo } from 'react';
import { byDay, type Lane, occupied, type Planned, rowsOf, type Span } from './layout.ts';

/** A lane laid out: the shifts of each field (one per day); on a timeline one field, and the row of each of its shifts. */
export type LaneLayout = { lane: Lane; fields: Planned[][]; rows: number[]; height: number };

/** The least height of a lane, in pixels. */
const minHeight = 44;

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
  const layOut = useMemo(() => createLayOut(days, timeline, chipHeight), [days, timeline, chipHeight]);
  return useMemo(() => lanes.map(layOut), [lanes, layOut]);
}

function createLayOut(days: readonly string[], timeline: Span | null, chipHeight: number) {
  const cache = new WeakMap<Lane, LaneLayout>();
  return (lane: Lane): LaneLayout => {
    const layout = cache.get(lane) ?? layOutLane(lane, days, timeline, chipHeight);
    cache.set(lane, layout);
    return layout;
  };
}

function layOutLane(lane: Lane, days: readonly string[], timeline: Span | null, chipHeight: number): LaneLayout {
  if (timeline) {
    const shifts = lane.shifts.filter((shift) => {
      const { from, to } = occupied(shift);
      return from < timeline.to && to > timeline.from;
    });
    const rows = rowsOf(shifts.map(occupied));
    const height = Math.max(minHeight, 12 + Math.max(1, ...rows.map((row) => row + 1)) * (chipHeight + 4) - 4);
    return { lane, fields: [shifts], rows, height };
  }
  const shiftsByDay = byDay(lane.shifts, { withNights: true });
  const fields = days.map((day) => shiftsByDay.get(day) ?? []);
  const most = Math.max(...fields.map(({ length }) => length));
  return { lane, fields, rows: [], height: Math.max(minHeight, 9 + most * (chipHeight + 2) - 2) };
}
