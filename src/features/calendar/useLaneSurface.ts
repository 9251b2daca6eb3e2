import { type RefObject, useMemo, useRef } from 'react';
import { useMedia } from '#ui/useMedia.ts';
import { headHeight } from './GridHead.tsx';
import { type LaneItem, type LaneLayout, useLaneLayouts } from './laneLayout.ts';
import { spotIn, useTimeline } from './lanePlaces.ts';
import type { Lane } from './layout.ts';
import { textScale } from './measures.ts';
import type { Grid, Spot } from './proposal.ts';
import type { Stop } from './useRoving.ts';
import { useWindow } from './useWindow.ts';

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
