import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { userAtom } from '#session/session.ts';
import { useSettings } from '#settings/useSettings.ts';
import type { ListChanges } from '#ui/list/filters.ts';

/** The parameters of a list that say how it looks, not which records it has. */
const layoutParams = ['hide', 'density', 'page_size'] as const;

/** Whether changes are of the layout only. */
export function isLayout(changes: ListChanges): boolean {
  return Object.keys(changes).every((name) => layoutParams.some((param) => param === name));
}

/** How this person left a list the last time, as parameters of an address, and how to store changes. */
export function useListLayout(screen: string) {
  const person = useAtomValue(userAtom)?.id ?? '';
  const { settings, update } = useSettings();
  const key = `${person}/${screen}`;
  const layout = settings.lists?.[key] ?? '';
  const keep = useCallback(
    (changes: ListChanges) => {
      const next = new URLSearchParams(layout);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      update({ lists: { ...settings.lists, [key]: next.toString() } });
    },
    [settings.lists, update, layout, key],
  );
  return { layout, keep };
}

/** An address completed by the layout; what the address says wins. */
export function withLayout(address: URLSearchParams, layout: string): URLSearchParams {
  const stored = new URLSearchParams(layout);
  const complete = new URLSearchParams(address);
  for (const name of layoutParams) {
    const value = stored.get(name);
    if (value && !address.has(name)) complete.set(name, value);
  }
  return complete;
}
