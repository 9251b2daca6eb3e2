import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useLocation } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';

/** The query of each list as it was last shown, by path. Only in memory, and of one person. */
let last: { person: string; searches: Map<string, string> } = { person: '', searches: new Map() };

/** Remembers the query of the list that is shown. */
export function useRememberSearch(): void {
  const person = useAtomValue(userAtom)?.id ?? '';
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (last.person !== person) last = { person, searches: new Map() };
    last.searches.set(pathname, search);
  }, [person, pathname, search]);
}

/** Completes the address of a list with the search and filters that it had, so that the way back leads to the same records. */
export function useListHref(): (href: string) => string {
  const person = useAtomValue(userAtom)?.id ?? '';
  return (href) => href + ((last.person === person && last.searches.get(href)) || '');
}
