import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Filter } from '#ui/list/listState.ts';
import { type NamedKind, useRecordNames } from './useRecordNames.ts';

/**
 * Filters by records that are too many to be offered one by one: they are there while the address names some, so that any
 * figure can lead to its list.
 */
export function useNamedFilters(labels: Partial<Record<NamedKind, string>>): Filter[] {
  const [address] = useSearchParams();
  const text = Object.keys(labels)
    .map((name) => `${name}=${address.get(name) ?? ''}`)
    .join('&');
  const asked = useMemo(() => {
    const idsOf = (list: string | null) => (list ?? '').split(',').filter((id) => /^[0-9a-f]{24}$/.test(id));
    return Object.fromEntries([...new URLSearchParams(text)].map(([name, list]) => [name, idsOf(list).slice(0, 100)]));
  }, [text]);
  const names = useRecordNames(asked);
  return useMemo(
    () =>
      Object.entries(asked).flatMap(([name, ids]) =>
        ids.length > 0
          ? [
              {
                name,
                label: labels[name as NamedKind] ?? '',
                choices: ids.map((id) => ({ value: id, label: names.get(id) ?? '…' })),
                isMany: true,
              },
            ]
          : [],
      ),
    [asked, names, labels],
  );
}
