import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from '#lib/router.ts';

/** Moves the focus to the heading of the page. A page that has focused one of its own elements, such as the first field, keeps it there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
  if (!heading || heading.closest('main')?.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Moves the focus to the heading after a page change, for keyboards and screen readers. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (state !== 'idle' || arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    focusHeading();
  }, [pathname, state]);
}
