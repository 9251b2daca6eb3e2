import { addDays } from '#lib/dates.ts';
import { type Lane, movedSpan, type Planned, type Span, snapped, step } from './layout.ts';

/** What a drag or the arrow keys ask for: a new shift, or a shift at another time, on another day, with somebody else. */
export type Proposal = {
  /** The shift that is moved; null for a new one. */
  shift: Planned | null;
  lane: Lane;
  day: string;
  /** The last day, where a new shift is drawn over several. */
  until: string;
  /** The time of the day, where lanes are timelines; what is moved keeps its own otherwise. */
  span: Span | null;
};

/** A place in the calendar: a lane, a day, and in a timeline an instant. */
export type Spot = { lane: number; day: number; at: number };

/** What is done with a shift: all of it moved, its beginning, its end; or a new one drawn. */
export type Grip = 'whole' | 'start' | 'end' | 'new';

/** What the grid shows; `timeline` is the day where lanes are timelines. */
export type Grid = { lanes: readonly Lane[]; days: readonly string[]; timeline: Span | null };

export const spanOf = (shift: Planned): Span => ({ from: Date.parse(shift.from), to: Date.parse(shift.to) });

/** What is asked for by dragging from one spot to another; null where that is nowhere. */
export function proposed(
  { lanes, days, timeline }: Grid,
  { grip, shift, from, to }: { grip: Grip; shift: Planned | null; from: Spot; to: Spot },
): Proposal | null {
  // A new shift, and one that is made longer, stay in their lane.
  const lane = lanes[grip === 'whole' ? to.lane : from.lane];
  const [one, other] = [days[from.day], days[to.day]];
  if (!lane || !one || !other) return null;
  if (grip === 'new') {
    const [first, last] = one < other ? [one, other] : [other, one];
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

/** What an arrow key makes of a proposal; null where the key says nothing. */
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

/** Whether a proposal asks for anything at all. */
export function isChange({ shift, lane, day, span }: Proposal): boolean {
  if (!shift) return true;
  const own = spanOf(shift);
  return (
    lane.id !== shift.interpreter ||
    day !== shift.date ||
    (span !== null && (span.from !== own.from || span.to !== own.to))
  );
}

/** Whether two proposals ask for the same. */
export function isSame(one: Proposal | null, other: Proposal | null): boolean {
  if (!one || !other) return one === other;
  return (
    one.shift === other.shift &&
    one.lane === other.lane &&
    one.day === other.day &&
    one.until === other.until &&
    one.span?.from === other.span?.from &&
    one.span?.to === other.span?.to
  );
}
