import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from '#lib/router.ts';

/**
 * After a change of page moves the focus to its heading, so that keyboard and screen reader arrive with the eye. A page
 * that has put the focus into itself, on the first field for one, keeps it there.
 */
export function useArrival(): void {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (state !== 'idle' || arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
    if (!heading || heading.closest('main')?.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, state]);
}
