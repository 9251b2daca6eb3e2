import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarBooking, CalendarPage, OpenBooking } from '../../../contract/shifts.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { headHeight } from './GridHead.tsx';
import type { Lane } from './layout.ts';
import type { Spot } from './proposal.ts';
import { openBookingOf } from './Unassigned.tsx';
import { useDrag } from './useDrag.ts';
import type { LaneSurface } from './useLaneSurface.ts';
import { useLaneVerdicts } from './useLaneVerdicts.ts';
import { stopOf } from './useRoving.ts';

type Person = Pick<Lane, 'id' | 'name'>;

/** A booking, and the person in whose lane it lies; null: it lies in the row of bookings that are short of people. */
export type Grasp = { booking: CalendarBooking | OpenBooking; from: Person | null };

/** A booking that is dragged, or was picked up by a key, and the person over whose lane it is. Changes by others do not affect it. */
export type Held = Grasp & { to: Person | null };

type HeldBookingOptions = {
  /** The element with the lanes, and the bookings that are short of people. */
  area: RefObject<HTMLElement | null>;
  surface: LaneSurface;
  /** The bookings that are short of people; undefined: this person assigns nobody. */
  unassigned: CalendarPage['unassigned'];
  /** The current minute. */
  now: string;
  /** A booking was put into the lane of somebody else. */
  onDrop: (held: Held) => void;
};

/** The place at a point of the viewport; its lane is -1 outside of the lanes. */
function spotOver({ root, spotAt }: LaneSurface, x: number, y: number): Spot | null {
  const spot = spotAt(x, y);
  const box = root.current?.getBoundingClientRect();
  const isOver = box && y >= box.top + headHeight && y <= box.bottom;
  return spot && { ...spot, lane: isOver ? spot.lane : -1 };
}

/** The booking of an element in the lanes, or in the row of those that are short of people. */
function graspIn(
  { grid, itemAt }: LaneSurface,
  unassigned: readonly OpenBooking[],
  element: EventTarget,
): Grasp | null {
  const stop = stopOf(element);
  const lane = (stop && grid.lanes[stop.lane]) ?? null;
  const booking = stop ? itemAt(stop)?.booking : openBookingOf(element, unassigned);
  return booking ? { booking, from: lane } : null;
}

/**
 * Bookings are dragged into the lane of another person; or Space picks one up, arrow keys go from person to person, Enter or Space puts
 * it down, and Escape or Tab lets go. `verdicts` say of each lane whether it can take what is held.
 */
export function useHeldBooking({ area, surface, unassigned, now, onDrop }: HeldBookingOptions) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const { root, scrollTo } = surface;
  const { lanes } = surface.grid;
  const [held, setHeld] = useState<Held | null>(null);
  const [isByKeys, setByKeys] = useState(false);
  const [hasLetGo, setLetGo] = useState(false);
  const verdicts = useLaneVerdicts(held?.booking ?? null, lanes);
  const hold = (next: Held | null) => {
    setHeld((before) => (next && before?.booking === next.booking && before.to?.id === next.to?.id ? before : next));
    setLetGo(false);
  };
  const drop = ({ from, to, booking }: Held) => {
    hold(null);
    if (to && to.id !== from?.id) onDrop({ from, to, booking });
    else setLetGo(true);
  };
  /** The booking of an element that may be picked up. */
  const graspOf = (element: EventTarget): Grasp | null => {
    const grasp = unassigned ? graspIn(surface, unassigned.results, element) : null;
    return grasp && Date.parse(grasp.booking.end) > Date.parse(now) ? grasp : null;
  };
  useDrag<Grasp, Held>({
    area,
    scroller: root,
    spotAt: (x, y) => spotOver(surface, x, y),
    gripOf: graspOf,
    isAcrossLanes: () => true,
    propose: (grasp, _, to) => ({ ...grasp, to: lanes[to.lane] ?? null }),
    onPreview: (dragged) => {
      setByKeys(false);
      hold(dragged);
    },
    onDrop: drop,
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!held) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const at = lanes.findIndex(({ id }) => id === held.to?.id);
      const next = Math.max(event.key === 'ArrowDown' ? at + 1 : at - 1, 0);
      const to = lanes[next];
      if (to) {
        hold({ ...held, to });
        scrollTo(next);
      }
    } else if (event.key === 'Enter' || event.key === ' ') drop(held);
    else if (event.key === 'Escape' || event.key === 'Tab') {
      hold(null);
      setLetGo(true);
      if (event.key === 'Tab') return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const isHeldByKeys = held !== null && isByKeys;
  // At the window, because the element with the focus may leave the page while the booking is held.
  useEffect(() => {
    if (!isHeldByKeys) return undefined;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [isHeldByKeys]);

  const pickUp = (event: ReactKeyboardEvent) => {
    const grasp = event.key === ' ' && !held ? graspOf(event.target) : null;
    if (!grasp) return;
    event.preventDefault();
    event.stopPropagation();
    setByKeys(true);
    hold({ ...grasp, to: grasp.from });
  };

  const whatIsHeld = held && `${held.booking.name}, ${dates.fullDay(held.booking.date)}, ${spanText(held.booking)}`;
  const verdict = held?.to && verdicts.get(held.to.id);
  const announcement = () => {
    if (!held) return hasLetGo ? t('letGo') : '';
    if (!held.to || held.to.id === held.from?.id) return t('heldBooking', { what: whatIsHeld });
    return [held.to.name, verdict?.title, verdict?.text].filter(Boolean).join(', ');
  };
  return { held, verdicts, whatIsHeld, pickUp, announcement: announcement() };
}
