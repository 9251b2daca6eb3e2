import { useEffect } from 'react';

/**
 * What may take the focus unasked. Not buttons: the next press of Enter would press them. Those of a `nav` only turn pages, and
 * those of a select only open its list.
 */
const harmless = ':is(a[href], input, textarea, nav button, button[aria-haspopup="listbox"]):not(:disabled)';

/** A part of the page with a name. */
const named = ':is(section[aria-labelledby], [role="region"]:is([aria-label], [aria-labelledby]))';

/** How many ancestors up another element for the focus is searched; further away is another part of the page. */
const near = 5;

/**
 * When the focused element is removed or disabled, such as the button of a finished action, moves the focus: from a removed
 * element, such as a row, to the nearest link or field; from a disabled one to the part of the page that shows the new state, or
 * to the heading. Otherwise keyboard users would start at the top of the page again.
 */
export function useFocusFallback(): void {
  useEffect(() => {
    let last: Element | null = null;
    let lastInMain: Element | null = null;
    let around: Element[] = [];
    let frame = 0;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      if (!target.closest('main')) return;
      lastInMain = target;
      around = [];
      for (let each = target.parentElement; each && each.localName !== 'main' && around.length < near;) {
        around.push(each);
        each = each.parentElement;
      }
    };
    const catchFocus = () => {
      const isGone = last !== null && (!last.isConnected || last.matches(':disabled'));
      if (!isGone || document.activeElement !== document.body) return;
      const isRemoved = !lastInMain?.isConnected;
      const place = around
        .filter((each) => each.isConnected)
        .map((each) => {
          const neighbour = isRemoved || each.localName === 'nav' ? each.querySelector<HTMLElement>(harmless) : null;
          return neighbour ?? (each instanceof HTMLElement && each.matches(named) ? each : null);
        })
        .find((each) => each !== null);
      const goal = place ?? document.querySelector<HTMLElement>('main h1');
      if (goal && !goal.matches(harmless)) goal.tabIndex = -1;
      goal?.focus({ preventScroll: true });
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
