import { useAtomValue } from 'jotai';
import { useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { userAtom } from '#session/session.ts';
import type { Choice } from '#ui/Select.tsx';
import { useIsOneself } from './useIsOneself.ts';

/** The interpreter in an address, or the person if they may see nobody else; null for nobody. */
export function useNamedInterpreter(id: string | null): { interpreter: Choice | null; isComing: boolean } {
  const me = useAtomValue(userAtom);
  const isOneself = useIsOneself();
  const { data, isLoading } = useQuery(isOneself || !id ? null : users.one(id));
  const person = isOneself ? me : data;
  return {
    interpreter: person ? { value: person.id, label: `${person.first_name} ${person.last_name}` } : null,
    isComing: isLoading,
  };
}
