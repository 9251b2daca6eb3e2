import { useEffect } from 'react';

const focusable = ':is(a[href], button, input, textarea, [tabindex="0"]):not(:disabled)';

/** How many ancestors up another element for the focus is searched; further away is another part of the page. */
const near = 5;

/**
 * When the focused element is removed or disabled, such as the button of a finished action, moves the focus to the nearest
 * focusable element, or to the heading. Otherwise keyboard users would start at the top of the page again.
 */
export function useFocusFallback(): void {
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
    // Components that restore the focus themselves do so before the next frame.
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
