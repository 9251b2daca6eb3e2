import { useLayoutEffect, useState } from 'react';

/** Where the head of the page ends in the window, in pixels; followed through scrolling and changes while `isFollowed`. */
export function useHeadEnd(isFollowed: boolean): number {
  const [end, setEnd] = useState(0);
  useLayoutEffect(() => {
    if (!isFollowed) return undefined;
    const measure = () => setEnd(document.querySelector('main header')?.getBoundingClientRect().bottom ?? 0);
    measure();
    const changes = new MutationObserver(measure);
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      changes.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [isFollowed]);
  return end;
}
