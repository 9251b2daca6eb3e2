import { type RefObject, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMedia } from '#ui/useMedia.ts';
import { headHeight } from './GridHead.tsx';
import { type LaneItem, type LaneLayout, useLaneLayouts } from './laneLayout.ts';
import { spotIn, useTimeline } from './lanePlaces.ts';
import type { Lane } from './layout.ts';
import { textScale } from './measures.ts';
import type { Grid, Spot } from './proposal.ts';
import type { Stop } from './useRoving.ts';
import { topsOf, type Window, windowOf } from './windowOf.ts';

/** The drawn lanes: their elements and positions. It finds the entry at a stop, and the place at a point. Lengths are in pixels. */
export type LaneSurface = {
  /** The element that scrolls. */
  root: RefObject<HTMLDivElement | null>;
  /** The element that contains the lanes, below the head. */
  body: RefObject<HTMLDivElement | null>;
  grid: Grid;
  chipHeight: number;
  layouts: readonly LaneLayout[];
  /** The offset of each lane, and the end of the last one. */
  tops: readonly number[];
  /** The rendered lanes: from `first` to before `last`. */
  first: number;
  last: number;
  scrollTo: (lane: number) => void;
  isRtl: () => boolean;
  itemAt: (stop: Stop) => LaneItem | null;
  /** The place in the calendar at a point of the viewport. */
  spotAt: (x: number, y: number) => Spot | null;
};

/** Lays the lanes out for some days, and keeps track of those in sight. */
export function useLaneSurface(lanes: readonly Lane[], days: readonly string[]): LaneSurface {
  const chipHeight = Math.round((useMedia('(pointer: coarse)') ? 40 : 26) * textScale());
  const body = useRef<HTMLDivElement>(null);
  const timeline = useTimeline(days);
  const layouts = useLaneLayouts({ lanes, days, timeline, chipHeight });
  const grid = useMemo(() => ({ lanes, days, timeline }), [lanes, days, timeline]);
  const heights = useMemo(() => layouts.map(({ height }) => height), [layouts]);
  const { root, tops, first, last, scrollTo } = useWindow(heights, headHeight);
  const isRtl = () => root.current !== null && getComputedStyle(root.current).direction === 'rtl';
  return {
    root,
    body,
    grid,
    chipHeight,
    layouts,
    tops,
    first,
    last,
    scrollTo,
    isRtl,
    itemAt: ({ lane, day, item }) => layouts[lane]?.fields[day]?.[item] ?? null,
    spotAt: (x, y) => spotIn({ body, tops, days, timeline, isRtl: isRtl() }, x, y),
  };
}

/** How far beyond the visible range lanes are rendered, in pixels. */
const overscan = 420;
/** The visible height until it has been measured, in pixels. */
const initialHeight = 900;

/** Virtualises parts of known heights in `root`, which scrolls. `inset` is the height of a sticky head above them. */
function useWindow(heights: readonly number[], inset: number) {
  const root = useRef<HTMLDivElement>(null);
  const tops = useMemo(() => topsOf(heights), [heights]);
  const [seen, setSeen] = useState({ from: 0, to: initialHeight });
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    // A transition, so that scrolling does not wait for rendering.
    const look = () =>
      startTransition(() =>
        setSeen((before) => {
          const from = element.scrollTop;
          const to = from + (element.clientHeight || initialHeight);
          // Small moves stay within the lanes rendered beyond the edges.
          return Math.abs(before.from - from) < 80 && Math.abs(before.to - to) < 80 ? before : { from, to };
        }),
      );
    look();
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  const scrollTo = useCallback(
    (at: number) => {
      const element = root.current;
      const [top = 0, bottom = 0] = [tops[at], tops[at + 1]];
      if (!element) return;
      const lowest = bottom + inset - element.clientHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (lowest > element.scrollTop) element.scrollTo({ top: lowest });
    },
    [tops, inset],
  );
  const { first, last }: Window = windowOf(tops, seen.from - overscan, seen.to + overscan);
  return { root, tops, first, last, scrollTo };
}
