import { useMemo } from 'react';
import { pageSize } from '../../contract/bounds.ts';
import { departments } from '#api/departments.ts';
import { useQuery } from '#api/query.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import type { Choice } from '#ui/Select.tsx';

const read = departments.list({ page_size: pageSize.max, ordering: 'name' });

/** The choices for a department; none if the deployment has no departments. */
export function useDepartmentChoices(): Choice[] {
  const { data } = useQuery(useFlag('departments') ? read : null);
  return useMemo(() => data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [], [data]);
}
