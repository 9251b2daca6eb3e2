import { useEffect, useRef } from 'react';

/** What is done by which keys, the newest part of the page first: a list in a tab goes before the page around it. */
const acts = new Map<string, (() => void)[]>();

/** How long a sequence such as `g u` waits for its second key, in milliseconds. */
const pause = 1500;

/**
 * Lets keys do something while the part is on the page; null does nothing. Keys are written `n`, `g u` (one after the
 * other) and `mod+s` (Ctrl, ⌘ on a Mac).
 */
export function useShortcut(keys: string, act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const isThere = act !== null;
  useEffect(() => {
    if (!isThere) return undefined;
    const run = () => latest.current?.();
    acts.set(keys, [run, ...(acts.get(keys) ?? [])]);
    return () => {
      acts.set(
        keys,
        (acts.get(keys) ?? []).filter((one) => one !== run),
      );
    };
  }, [keys, isThere]);
}

/** Keys of that name that would do something now. */
function has(keys: string): boolean {
  return (acts.get(keys) ?? []).length > 0;
}

function begins(keys: string): boolean {
  return [...acts.keys()].some((known) => known.startsWith(`${keys} `) && has(known));
}

/** Whether keys belong to what has the focus: a field, or a list that one finds words in by their letters. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

/** Whether a window lies over the page; a message of what has happened does not. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}

/**
 * Listens for the keys of all parts, once. `hasLetters` says whether keys without Ctrl or ⌘ count: people can switch
 * them off (WCAG 2.1.4). They never count while somebody types.
 */
export function useShortcutKeys(hasLetters: boolean): void {
  useEffect(() => {
    let begun: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      const before = begun && event.timeStamp - begun.at < pause ? `${begun.key} ` : '';
      begun = null;
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const isMod = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCovered() || (!isMod && (!hasLetters || isTaken(event.target)))) return;
      const keys = isMod ? `mod+${key}` : [before + key, key].find(has);
      const [act] = acts.get(keys ?? '') ?? [];
      if (act) {
        event.preventDefault();
        act();
      } else if (!isMod && begins(key)) {
        begun = { key, at: event.timeStamp };
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasLetters]);
}
