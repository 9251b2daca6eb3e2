import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { pageSize } from '../../contract/bounds.ts';
import { useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { userAtom } from '#session/session.ts';
import type { Choice } from '#ui/Select.tsx';

const read = users.list({ role: ['interpreter'], page_size: pageSize.max, ordering: 'last_name' });

/** The interpreters of the deployment to choose from; none for those who may not see people. */
export function useInterpreterChoices(): Choice[] {
  const maySee = useAtomValue(userAtom)?.verdicts.users ?? false;
  const { data } = useQuery(maySee ? read : null);
  return useMemo(
    () =>
      data?.results.map(({ id, first_name, last_name }) => ({ value: id, label: `${last_name}, ${first_name}` })) ?? [],
    [data],
  );
}
