import { useLayoutEffect, useRef } from 'react';

/** The height of the stage ribbon as a CSS value: 0 outside of a stage deployment. */
export const stageInset = 'var(--stage-inset, 0px)';

const bannerInset = '--banner-inset';

/** The height of what stays at the top of every page, as a CSS value: the stage ribbon and a banner. */
export const topInset = `calc(${stageInset} + var(${bannerInset}, 0px))`;

/** Makes room at the top of every page for the element with the returned ref, while it is mounted. */
export function useTopInset<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty(bannerInset, `${place.current?.offsetHeight ?? 0}px`);
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      style.removeProperty(bannerInset);
    };
  });
  return place;
}
