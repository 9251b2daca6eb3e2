import { type RefObject, useEffect, useRef, useState } from 'react';

/** A focusable place of the grid: a field of a lane (`item` -1), or one of the shifts in it. */
export type Stop = { lane: number; day: number; item: number };

/** The size of the grid; `itemsAt` is the number of shifts in a field. */
type Stops = { lanes: number; days: number; itemsAt: (lane: number, day: number) => number };

/** The stop that a key leads to. On a timeline the shifts of a field are side by side, otherwise one below the other. */
export function nextStop({ lanes, days, itemsAt }: Stops, { lane, day, item }: Stop, key: string): Stop | null {
  const isBeside = days === 1;
  const vertical = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const horizontal = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const along = isBeside ? horizontal : vertical;
  const to = (stop: Stop) => (stop.lane >= 0 && stop.lane < lanes && stop.day >= 0 && stop.day < days ? stop : null);
  if (along !== 0) {
    const next = item + along;
    if (next >= -1 && next < itemsAt(lane, day)) return { lane, day, item: next };
    if (isBeside) return null;
    const other = lane + along;
    return to({ lane: other, day, item: along < 0 && other >= 0 ? itemsAt(other, day) - 1 : -1 });
  }
  if (vertical !== 0) return to({ lane: lane + vertical, day, item: -1 });
  if (horizontal !== 0) return to({ lane, day: day + horizontal, item: -1 });
  if (key === 'PageDown') return { lane: Math.min(lane + 10, lanes - 1), day, item: -1 };
  if (key === 'PageUp') return { lane: Math.max(lane - 10, 0), day, item: -1 };
  if (key === 'Home') return { lane, day: 0, item: -1 };
  if (key === 'End') return { lane, day: days - 1, item: -1 };
  return null;
}

/** The stop that an element belongs to, from its `data-stop`. */
export function stopOf(target: EventTarget): Stop | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;
  const [lane, day, item] = (element?.dataset.stop ?? '').split(' ').map(Number);
  return lane === undefined || day === undefined || item === undefined ? null : { lane, day, item };
}

/**
 * A roving tab index: one stop is in the tab order. `focus` moves the focus to another one, rendered already or not; `activate` puts the
 * stop of an element into the tab order, and returns it.
 */
export function useRoving(root: RefObject<HTMLElement | null>, scrollTo: (lane: number) => void) {
  const [active, setActive] = useState<Stop>({ lane: 0, day: 0, item: -1 });
  const mustFocus = useRef(false);
  const { lane, day, item } = active;
  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    root.current?.querySelector<HTMLElement>(`[data-stop="${lane} ${day} ${item}"]`)?.focus();
  }, [root, lane, day, item]);
  const focus = (stop: Stop) => {
    mustFocus.current = true;
    scrollTo(stop.lane);
    setActive(stop);
  };
  const activate = (target: EventTarget): Stop | null => {
    const stop = stopOf(target);
    if (stop) setActive(stop);
    return stop;
  };
  return { active, activate, focus };
}
