import { useMemo } from 'react';
import { pageSize } from '../../../contract/bounds.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { useQuery } from '#api/query.ts';
import type { Choice } from '#ui/Select.tsx';

const read = partnerCategories.list({ page_size: pageSize.max, ordering: 'name' });

/** The choices for a partner's category. */
export function useCategoryChoices(): Choice[] {
  const { data } = useQuery(read);
  return useMemo(() => data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [], [data]);
}
