import { type RefObject, useLayoutEffect, useMemo } from 'react';
import { useFormats } from '#i18n/useFormats.ts';
import type { LaneLayout } from './laneLayout.ts';
import { placeIn, type Span } from './layout.ts';
import { nameWidth, placeOf } from './measures.ts';
import type { Spot } from './proposal.ts';
import type { Stop } from './useRoving.ts';
import { partAt } from './windowOf.ts';

/** The span of a single day; several days have no timeline. */
export function useTimeline(days: readonly string[]): Span | null {
  const { dates } = useFormats();
  const [single] = days;
  return useMemo(
    () =>
      days.length === 1 && single ? { from: dates.startOfDay(single), to: Date.parse(dates.endOfDay(single)) } : null,
    [days, single, dates],
  );
}

/** Scrolls a week that is wider than the page sideways, so that it begins with today. */
export function useTodayInSight(root: RefObject<HTMLElement | null>, days: readonly string[], today: string): void {
  useLayoutEffect(() => {
    const element = root.current;
    const column = days.indexOf(today);
    if (!element || days.length === 1 || column === -1 || element.scrollWidth <= element.clientWidth) return;
    const onward = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.scrollTo({ left: (onward * column * (element.scrollWidth - nameWidth)) / days.length });
  }, [root, days, today]);
}

/** The stop itself, or the nearest one before it where lanes, days or shifts have become fewer. */
export function useExistingStop(stop: Stop, layouts: readonly LaneLayout[], dayCount: number): Stop {
  return useMemo(() => {
    const lane = Math.min(stop.lane, Math.max(layouts.length - 1, 0));
    const day = Math.min(stop.day, dayCount - 1);
    return { lane, day, item: Math.min(stop.item, (layouts[lane]?.fields[day]?.length ?? 0) - 1) };
  }, [stop, layouts, dayCount]);
}

/** Where the line of the current time is, as a CSS length; null where today is not shown. */
export function useNowPlace(now: string, today: string, days: readonly string[]): string | null {
  const { dates } = useFormats();
  const span = useMemo<Span>(
    () => ({ from: dates.startOfDay(today), to: Date.parse(dates.endOfDay(today)) }),
    [dates, today],
  );
  const index = days.indexOf(today);
  if (index === -1) return null;
  const elapsed = placeIn(span, { from: span.from, to: Date.parse(now) }).size / 100;
  return placeOf((index + elapsed) / days.length);
}

type Geometry = {
  body: RefObject<HTMLElement | null>;
  tops: readonly number[];
  days: readonly string[];
  timeline: Span | null;
  isRtl: boolean;
};

/** The place in the calendar at a point of the viewport. */
export function spotIn({ body, tops, days, timeline, isRtl }: Geometry, x: number, y: number): Spot | null {
  const box = body.current?.getBoundingClientRect();
  if (!box) return null;
  const share = ((isRtl ? box.right - x : x - box.left) - nameWidth) / (box.width - nameWidth);
  const within = Math.min(Math.max(share, 0), 0.9999);
  return {
    lane: partAt(tops, Math.max(y - box.top, 0)),
    day: Math.floor(within * days.length),
    at: timeline ? timeline.from + within * (timeline.to - timeline.from) : 0,
  };
}
