import { useEffect, useEffectEvent } from 'react';

/** Actions by keys. The component mounted last comes first: a list in a tab wins over the page around it. */
const actions = new Map<string, (() => void)[]>();

/** How long a sequence such as `g u` waits for its second key, in milliseconds. */
const sequenceTimeout = 1500;

/**
 * Runs `action` when its keys are pressed, while the component is mounted; null registers nothing. Keys are written `n`,
 * `g u` (a sequence) and `mod+s` (Ctrl, ⌘ on a Mac).
 */
export function useShortcut(keys: string, action: (() => void) | null): void {
  const run = useEffectEvent(() => action?.());
  const isEnabled = action !== null;
  useEffect(() => {
    if (!isEnabled) return undefined;
    const listener = () => run();
    actions.set(keys, [listener, ...(actions.get(keys) ?? [])]);
    return () => {
      actions.set(
        keys,
        (actions.get(keys) ?? []).filter((registered) => registered !== listener),
      );
    };
  }, [keys, isEnabled]);
}

function hasAction(keys: string): boolean {
  return (actions.get(keys) ?? []).length > 0;
}

function startsSequence(key: string): boolean {
  return [...actions.keys()].some((keys) => keys.startsWith(`${key} `) && hasAction(keys));
}

/** Whether the focused element needs letter keys itself: a field, or a list with typeahead. */
function usesLetters(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

/** Whether a dialog covers the page; toasts do not count. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}

/**
 * The one listener for all shortcuts. `hasLetters`: whether keys without Ctrl or ⌘ work; people can switch them off (WCAG
 * 2.1.4), and they never work while somebody types.
 */
export function useShortcutKeys(hasLetters: boolean): void {
  useEffect(() => {
    let firstKey: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      const prefix = firstKey && event.timeStamp - firstKey.at < sequenceTimeout ? `${firstKey.key} ` : '';
      firstKey = null;
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const isMod = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCovered() || (!isMod && (!hasLetters || usesLetters(event.target)))) return;
      const keys = isMod ? `mod+${key}` : [prefix + key, key].find(hasAction);
      const [action] = actions.get(keys ?? '') ?? [];
      if (action) {
        event.preventDefault();
        action();
      } else if (!isMod && startsSequence(key)) {
        firstKey = { key, at: event.timeStamp };
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasLetters]);
}
