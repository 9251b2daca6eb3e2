import { addDays } from '#lib/dates.ts';
import { type Lane, movedSpan, type Planned, type Span, snapped, step } from './layout.ts';

/** The result of a drag or of arrow keys: a new shift, or a shift with another time, day or interpreter. */
export type Proposal = {
  /** The shift that is moved; null for a new one. */
  shift: Planned | null;
  lane: Lane;
  day: string;
  /** The last day of a new shift drawn over several days. */
  until: string;
  /** The time on a timeline; null in a week, where a moved shift keeps its time. */
  span: Span | null;
};

/** A place in the calendar: a lane, a day, and on a timeline an instant. */
export type Spot = { lane: number; day: number; at: number };

/** The part of a shift that is dragged, or a new one. */
export type Grip = 'whole' | 'start' | 'end' | 'new';

/** The content of the grid; `timeline` is the day if lanes are timelines. */
export type Grid = { lanes: readonly Lane[]; days: readonly string[]; timeline: Span | null };

export const spanOf = (shift: Planned): Span => ({ from: Date.parse(shift.from), to: Date.parse(shift.to) });

/** The proposal of a drag from one spot to another; null outside of the grid. */
export function proposed(
  { lanes, days, timeline }: Grid,
  { grip, shift, from, to }: { grip: Grip; shift: Planned | null; from: Spot; to: Spot },
): Proposal | null {
  // New shifts, and shifts that get longer or shorter, stay in their lane.
  const lane = lanes[grip === 'whole' ? to.lane : from.lane];
  const [dayA, dayB] = [days[from.day], days[to.day]];
  if (!lane || !dayA || !dayB) return null;
  if (grip === 'new') {
    const [first, last] = dayA < dayB ? [dayA, dayB] : [dayB, dayA];
    if (!timeline) return { shift: null, lane, day: first, until: last, span: null };
    const [start, end] = [snapped(Math.min(from.at, to.at), timeline), snapped(Math.max(from.at, to.at), timeline)];
    return { shift: null, lane, day: first, until: first, span: { from: start, to: Math.max(end, start + step) } };
  }
  if (!shift) return null;
  if (timeline)
    return {
      shift,
      lane,
      day: shift.date,
      until: shift.date,
      span: movedSpan(spanOf(shift), grip, to.at - from.at, timeline),
    };
  const day = addDays(shift.date, to.day - from.day);
  return { shift, lane, day, until: day, span: null };
}

/** The proposal after an arrow key; null if the key has no effect. */
export function nudged(
  { lanes, days, timeline }: Grid,
  proposal: Proposal,
  { key, isLonger }: { key: 'before' | 'after' | 'up' | 'down'; isLonger: boolean },
): Proposal | null {
  if (key === 'up' || key === 'down') {
    const at = lanes.findIndex(({ id }) => id === proposal.lane.id);
    const lane = lanes[at + (key === 'up' ? -1 : 1)];
    return lane && !isLonger ? { ...proposal, lane } : null;
  }
  const by = key === 'before' ? -1 : 1;
  if (timeline && proposal.span)
    return { ...proposal, span: movedSpan(proposal.span, isLonger ? 'end' : 'whole', by * step, timeline) };
  const day = addDays(proposal.day, by);
  return days.includes(day) && !isLonger ? { ...proposal, day, until: day } : null;
}

/** Whether a proposal changes anything. */
export function isChange({ shift, lane, day, span }: Proposal): boolean {
  if (!shift) return true;
  const before = spanOf(shift);
  return (
    lane.id !== shift.interpreter ||
    day !== shift.date ||
    (span !== null && (span.from !== before.from || span.to !== before.to))
  );
}

/** Whether two proposals are equal. */
export function isSame(a: Proposal | null, b: Proposal | null): boolean {
  if (!a || !b) return a === b;
  return (
    a.shift === b.shift &&
    a.lane === b.lane &&
    a.day === b.day &&
    a.until === b.until &&
    a.span?.from === b.span?.from &&
    a.span?.to === b.span?.to
  );
}
