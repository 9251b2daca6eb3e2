import { useLayoutEffect, useRef } from 'react';
import { stageInset } from './shell/StageRibbon.tsx';

const bannerInset = '--banner-inset';

/** How much of the top of the window is taken by what stays there above every page: the stage ribbon and a banner. */
export const topInset = `calc(${stageInset} + var(${bannerInset}, 0px))`;

/** Makes room at the top of every page for the element that gets the returned ref, for as long as it is there. */
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
