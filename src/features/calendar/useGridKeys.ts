import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spanText } from '../../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import type { Planned } from './layout.ts';
import { isChange, nudged, type Proposal, spanOf } from './proposal.ts';
import type { LaneSurface } from './useLaneSurface.ts';
import { nextStop, type Stop, stopOf } from './useRoving.ts';

export type GridKeysOptions = {
  surface: LaneSurface;
  /** Moves the focus. */
  focus: (stop: Stop) => void;
  /** Opens the shift or the booking, or asks for a new one in an empty field. */
  press: (target: EventTarget) => void;
  showPreview: (proposal: Proposal | null) => void;
  onPropose: (proposal: Proposal) => void;
};

/** What these keys do in lines from right to left. */
const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Where a key moves a shift that is held. */
const directions: Record<string, 'before' | 'after' | 'up' | 'down'> = {
  ArrowLeft: 'before',
  ArrowRight: 'after',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/**
 * The keys of the grid: arrow keys move the focus; Space picks a shift up, then arrow keys move it, Enter or Space drops it, and Escape
 * or Tab puts it back. `announcement` is the text for screen readers, `letGo` ends a move by keys when a drag begins.
 */
export function useGridKeys({ surface, focus, press, showPreview, onPropose }: GridKeysOptions) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const { grid, layouts, isRtl, itemAt, scrollTo } = surface;
  const { lanes, days, timeline } = grid;
  const held = useRef<Proposal | null>(null);
  const [announcement, announce] = useState('');
  /** The key as in lines from left to right. */
  const keyOf = ({ key }: KeyboardEvent) => (isRtl() && mirrored[key]) || key;
  const hold = (proposal: Proposal | null) => {
    held.current = proposal;
    showPreview(proposal);
  };
  const describe = ({ lane, day, span, shift }: Proposal) => {
    const timeAt = (at: number) => dates.time(new Date(at).toISOString());
    const times = span ? { time_from: timeAt(span.from), time_to: timeAt(span.to) } : shift;
    const time = times ? spanText(times) : '';
    return `${lane.name}, ${dates.fullDay(day)}, ${time}`;
  };

  const pickUp = (shift: Planned, laneIndex: number) => {
    const lane = lanes[laneIndex];
    if (!lane) return;
    const proposal = { shift, lane, day: shift.date, until: shift.date, span: timeline && spanOf(shift) };
    hold(proposal);
    announce(t(timeline ? 'heldInTime' : 'held', { what: describe(proposal) }));
  };
  const moveHeld = (event: KeyboardEvent, proposal: Proposal) => {
    const direction = directions[keyOf(event)];
    if (direction) {
      const next = nudged(grid, proposal, { key: direction, isLonger: event.shiftKey });
      if (next) {
        hold(next);
        announce(describe(next));
        scrollTo(lanes.findIndex(({ id }) => id === next.lane.id));
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      hold(null);
      if (isChange(proposal)) onPropose(proposal);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      hold(null);
      announce(t('letGo'));
      if (event.key === 'Tab') return;
    } else return;
    event.preventDefault();
  };
  const moveFocus = (event: KeyboardEvent, stop: Stop): boolean => {
    const stops = {
      lanes: lanes.length,
      days: days.length,
      itemsAt: (lane: number, day: number) => layouts[lane]?.fields[day]?.length ?? 0,
    };
    const next = nextStop(stops, stop, keyOf(event));
    if (next) focus(next);
    return next !== null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (held.current) return moveHeld(event, held.current);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const stop = stopOf(event.target);
    if (!stop) return;
    const shift = itemAt(stop)?.shift;
    if (event.key === ' ' && shift?.can.update) pickUp(shift, stop.lane);
    else if (event.key === 'Enter') press(event.target);
    else if (!moveFocus(event, stop)) return;
    event.preventDefault();
  };
  const letGo = () => {
    held.current = null;
  };
  return { onKeyDown, announcement, letGo };
}
