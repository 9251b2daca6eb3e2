import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { topsOf, type Window, windowOf } from './windowOf.ts';

/** How far above and below what is in sight more is drawn, in pixels. */
const more = 420;
/** How much is in sight until it has been measured, in pixels. */
const guess = 900;

/** Of many parts of known heights in `root`, which scrolls, those in sight. `inset` is what lies over the first of them. */
export function useWindow(heights: readonly number[], inset: number) {
  const root = useRef<HTMLDivElement>(null);
  const tops = useMemo(() => topsOf(heights), [heights]);
  const [seen, setSeen] = useState({ from: 0, to: guess });
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    // Lanes that come into sight are drawn a few at a time: scrolling does not wait for them.
    const look = () =>
      startTransition(() =>
        setSeen((before) => {
          const from = element.scrollTop;
          const to = from + (element.clientHeight || guess);
          // Within what is drawn beyond the edges nothing has to be drawn anew.
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
  const { first, last }: Window = windowOf(tops, seen.from - more, seen.to + more);
  return { root, tops, first, last, scrollTo };
}
