import { useMemo } from 'react';
import { pageSize } from '../../../contract/bounds.ts';
import { useQuery } from '#api/query.ts';
import { videoCategories } from '#api/videos.ts';
import type { Choice } from '#ui/Select.tsx';

/** The categories that a video can have. */
export const readCategories = videoCategories.list({ page_size: pageSize.max, ordering: 'name' });

/** The same, to choose from. */
export function useVideoCategories(): Choice[] {
  const { data } = useQuery(readCategories);
  return useMemo(() => data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [], [data]);
}
