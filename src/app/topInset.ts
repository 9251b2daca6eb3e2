import { useLayoutEffect, useRef } from 'react';

/** The height of the stage ribbon as a CSS value: 0 outside of a stage deployment. */
export const stageInset = 'var(--stage-inset, 0px)';

/** What may stay at the top of every page below the stage ribbon, from top to bottom: its height is in this CSS property. */
type Inset = '--banner-inset' | '--band-inset';

const bannerInset: Inset = '--banner-inset';
const bandInset: Inset = '--band-inset';

/** The height of what stays above the band of waiting requests, as a CSS value. */
export const insetOfBand = `calc(${stageInset} + var(${bannerInset}, 0px))`;

/** The height of what stays at the top of every page, as a CSS value: the stage ribbon, a banner and the band. */
export const topInset = `calc(${stageInset} + var(${bannerInset}, 0px) + var(${bandInset}, 0px))`;

/** Makes room at the top of every page for the element with the returned ref, while it is mounted. */
export function useTopInset<Place extends HTMLElement>(inset: Inset) {
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty(inset, `${place.current?.offsetHeight ?? 0}px`);
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      style.removeProperty(inset);
    };
  });
  return place;
}
