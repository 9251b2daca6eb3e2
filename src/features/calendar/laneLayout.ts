import { useMemo } from 'react';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { byDay, entriesOf, type Entry, spanOfBooking } from './entries.ts';
import { type Lane, occupied, type Planned, rowsOf, type Span } from './layout.ts';
import { firstRowTop } from './measures.ts';

/** A shift or a booking in a field, with its distance from the top of the lane and its height, in pixels. */
export type LaneItem = { top: number; height: number } & (
  | { shift: Planned; booking: null }
  /** `isInside`: it lies in the shift before it. */
  | { shift: null; booking: CalendarBooking; isInside: boolean }
);

/** A lane laid out: the items of each field (one per day, on a timeline one), each shift before its bookings. */
export type LaneLayout = { lane: Lane; fields: LaneItem[][]; height: number };

/** The least height of a lane, in pixels. */
const minHeight = 44;
/** The distances of a booking from the one below it, and of the last one from the end of its shift, in pixels. */
const gap = { line: 2, last: 3 };

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
    const layout =
      cache.get(lane) ?? (timeline ? layOutDay(lane, timeline, chipHeight) : layOutWeek(lane, days, chipHeight));
    cache.set(lane, layout);
    return layout;
  };
}

/** The items of an entry: each booking in its line of the shift, below the shift's times. */
function itemsOf({ shift, bookings }: Entry, lines: readonly number[], top: number, chipHeight: number): LaneItem[] {
  const lineHeight = chipHeight - 4;
  if (!shift) return bookings.map((booking) => ({ top, height: chipHeight, shift: null, booking, isInside: false }));
  const lineTop = (line: number) => chipHeight + line * (lineHeight + gap.line);
  const count = Math.max(0, ...lines.map((line) => line + 1));
  return [
    { top, height: count === 0 ? chipHeight : lineTop(count) - gap.line + gap.last, shift, booking: null },
    ...bookings.map((booking, at) => ({
      top: top + lineTop(lines[at] ?? 0),
      height: lineHeight,
      shift: null,
      booking,
      isInside: true,
    })),
  ];
}

const bottomOf = (items: readonly LaneItem[]) => Math.max(...items.map(({ top, height }) => top + height));

/** Shifts below each other, and the bookings of each below each other. */
function layOutWeek(lane: Lane, days: readonly string[], chipHeight: number): LaneLayout {
  const entries = byDay(entriesOf(lane), { withNights: true });
  let lowest = 0;
  const fields = days.map((day) => {
    let top = 4;
    return (entries.get(day) ?? []).flatMap((entry) => {
      const lines = entry.bookings.map((_, line) => line);
      const items = itemsOf(entry, lines, top, chipHeight);
      lowest = Math.max(lowest, bottomOf(items));
      top = bottomOf(items) + 2;
      return items;
    });
  });
  return { lane, fields, height: Math.max(minHeight, lowest + 5) };
}

const spanOfEntry = ({ shift, bookings }: Entry): Span => {
  const spans = [...(shift ? [occupied(shift)] : []), ...bookings.map(spanOfBooking)];
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
};

/** Shifts and bookings at their times; those that overlap are in rows below each other. */
function layOutDay(lane: Lane, timeline: Span, chipHeight: number): LaneLayout {
  const entries = entriesOf(lane).filter((entry) => {
    const { from, to } = spanOfEntry(entry);
    return from < timeline.to && to > timeline.from;
  });
  const rows = rowsOf(entries.map(spanOfEntry));
  const heights: number[] = [];
  const lines = entries.map(({ bookings }) => rowsOf(bookings.map(spanOfBooking)));
  entries.forEach((entry, at) => {
    const row = rows[at] ?? 0;
    heights[row] = Math.max(heights[row] ?? 0, bottomOf(itemsOf(entry, lines[at] ?? [], 0, chipHeight)));
  });
  const topOf = (row: number) => firstRowTop + heights.slice(0, row).reduce((sum, height) => sum + height + 4, 0);
  const items = entries.flatMap((entry, at) => itemsOf(entry, lines[at] ?? [], topOf(rows[at] ?? 0), chipHeight));
  return { lane, fields: [items], height: Math.max(minHeight, topOf(heights.length) - 4 + firstRowTop) };
}
