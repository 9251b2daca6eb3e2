import { type RefObject, useEffect, useRef, useState } from 'react';

/** What has the focus among lanes: a field of a lane (`item` -1), or one of the shifts in it. */
export type Stop = { lane: number; day: number; item: number };

/** The stops of a grid of lanes: how many lanes and days, and how many shifts are in a field. */
type Stops = { lanes: number; days: number; itemsAt: (lane: number, day: number) => number };

/** The stop that an arrow key leads to. In a field that is a timeline its shifts lie beside each other, else below. */
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

/** Of many stops one is in the tab order; arrow keys carry the focus to the others, drawn by then or not. */
export function useRoving(root: RefObject<HTMLElement | null>, scrollTo: (lane: number) => void) {
  const [active, setActive] = useState<Stop>({ lane: 0, day: 0, item: -1 });
  const isCarried = useRef(false);
  const { lane, day, item } = active;
  useEffect(() => {
    if (!isCarried.current) return;
    isCarried.current = false;
    root.current?.querySelector<HTMLElement>(`[data-stop="${lane} ${day} ${item}"]`)?.focus();
  }, [root, lane, day, item]);
  const carry = (stop: Stop) => {
    isCarried.current = true;
    scrollTo(stop.lane);
    setActive(stop);
  };
  return { active, setActive, carry };
}
