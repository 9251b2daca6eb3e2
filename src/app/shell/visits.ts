import { useEffect } from 'react';
import { useAtomValue } from 'jotai';
import { useLocation } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** A visited page. */
export type Visit = { path: string; title: string };

const maxVisits = 8;

/** Only in memory: visited pages are personal data. */
let visits: { person: string; pages: Visit[] } = { person: '', pages: [] };

/** The pages that this person visited last, the newest first. */
export function recentVisits(person: string): readonly Visit[] {
  return visits.person === person ? visits.pages : [];
}

/** Records each visited page with its document title. */
export function useVisits(): void {
  const { pathname } = useLocation();
  const { brand } = useTenant();
  const person = useAtomValue(userAtom)?.id ?? '';
  useEffect(() => {
    const note = () => {
      const [title = ''] = document.title.split(` · ${brand}`);
      const others = recentVisits(person).filter(({ path }) => path !== pathname);
      visits = { person, pages: [{ path: pathname, title }, ...others].slice(0, maxVisits) };
    };
    note();
    // The title of a record's page is set after the record is read.
    const watch = new MutationObserver(note);
    const title = document.querySelector('title');
    if (title) watch.observe(title, { childList: true });
    return () => watch.disconnect();
  }, [pathname, brand, person]);
}
