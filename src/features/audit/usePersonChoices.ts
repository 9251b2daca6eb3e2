import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageSize } from '../../../contract/bounds.ts';
import { useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import type { Choice } from '#ui/Select.tsx';

const read = users.list({ role: ['manager', 'owner'], page_size: pageSize.max, ordering: 'last_name' });

/** Those who write most, to choose from; and whoever the address names, since a row leads to all that its person wrote. */
export function usePersonChoices(): Choice[] {
  const [address] = useSearchParams();
  const named = address.get('person');
  const { data } = useQuery(read);
  const isListed = !named || (data?.results.some(({ id }) => id === named) ?? true);
  const { data: other } = useQuery(isListed ? null : users.one(named));
  return useMemo(() => {
    const choices =
      data?.results.map(({ id, first_name, last_name }) => ({ value: id, label: `${last_name}, ${first_name}` })) ?? [];
    if (!named || choices.some(({ value }) => value === named)) return choices;
    return [...choices, { value: named, label: other ? `${other.last_name}, ${other.first_name}` : named }];
  }, [data, other, named]);
}
