import { useMemo } from 'react';
import { pageSize } from '../../../contract/bounds.ts';
import { useQuery } from '#api/query.ts';
import { videoCategories } from '#api/videos.ts';
import type { Choice } from '#ui/Select.tsx';

/** Reads all categories of videos. */
export const readCategories = videoCategories.list({ page_size: pageSize.max, ordering: 'name' });

/** The categories of videos as choices. */
export function useVideoCategories(): Choice[] {
  const { data } = useQuery(readCategories);
  return useMemo(() => data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [], [data]);
}
