import { useEffect } from 'react';

const focusable = ':is(a[href], button, input, textarea, [tabindex="0"]):not(:disabled)';

/** How far above what had the focus another place for it is looked for; beyond that it is another part of the page. */
const near = 5;

/**
 * Catches the focus where what had it goes away or out of use, such as the button of an act that has been done: it moves to
 * what stands nearest in the page, else to the heading. Without it a keyboard would begin at the top of the page again.
 */
export function useFocusFloor(): void {
  useEffect(() => {
    let last: Element | null = null;
    let around: Element[] = [];
    let frame = 0;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      if (!target.closest('main')) return;
      around = [];
      for (let each = target.parentElement; each && each.localName !== 'main' && around.length < near;) {
        around.push(each);
        each = each.parentElement;
      }
    };
    const catchFocus = () => {
      const isGone = last !== null && (!last.isConnected || last.matches(':disabled'));
      if (!isGone || document.activeElement !== document.body) return;
      const neighbour = around
        .filter((each) => each.isConnected)
        .map((each) => each.querySelector<HTMLElement>(focusable))
        .find((each) => each !== null);
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!neighbour && heading) heading.tabIndex = -1;
      (neighbour ?? heading)?.focus({ preventScroll: true });
    };
    // Whoever gives the focus back on purpose does it by the next frame.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(catchFocus);
      });
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
