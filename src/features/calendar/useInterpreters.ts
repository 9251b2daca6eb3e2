import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { pageSize } from '../../../contract/bounds.ts';
import { useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { userAtom } from '#session/session.ts';

const read = users.list({
  role: ['interpreter'],
  approval_status: ['approved'],
  ordering: 'last_name',
  page_size: pageSize.max,
});

/** The interpreters whose calendars one may see: all of them, or oneself where the server lets nobody else be seen. */
export function useInterpreters(): { people: { id: string; name: string }[]; isOneself: boolean } {
  const me = useAtomValue(userAtom);
  const isOneself = me?.verdicts.users !== true;
  const { data } = useQuery(isOneself ? null : read);
  return useMemo(() => {
    const people = isOneself ? (me ? [me] : []) : (data?.results ?? []);
    return {
      people: people.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}` })),
      isOneself,
    };
  }, [data, me, isOneself]);
}
