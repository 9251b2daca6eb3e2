import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { topsOf, type Window, windowOf } from './windowOf.ts';

/** How far beyond the visible range lanes are rendered, in pixels. */
const overscan = 420;
/** The visible height until it has been measured, in pixels. */
const initialHeight = 900;

/** Virtualises parts of known heights in `root`, which scrolls. `inset` is the height of a sticky head above them. */
export function useWindow(heights: readonly number[], inset: number) {
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
