import { useEffect } from 'react';
import { useAtomValue } from 'jotai';
import { useLocation } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** A page that somebody was on. */
export type Visit = { path: string; title: string };

const most = 8;

/** In memory alone: what people look at is about people. */
let visits: { person: string; pages: Visit[] } = { person: '', pages: [] };

/** The pages that this person was on last, the newest first. */
export function recentVisits(person: string): readonly Visit[] {
  return visits.person === person ? visits.pages : [];
}

/** Notes each page that one comes to, under the name that it gives itself. */
export function useVisits(): void {
  const { pathname } = useLocation();
  const { brand } = useTenant();
  const person = useAtomValue(userAtom)?.id ?? '';
  useEffect(() => {
    const note = () => {
      const [title = ''] = document.title.split(` · ${brand}`);
      const others = recentVisits(person).filter(({ path }) => path !== pathname);
      visits = { person, pages: [{ path: pathname, title }, ...others].slice(0, most) };
    };
    note();
    // A record is named once it is read.
    const watch = new MutationObserver(note);
    const title = document.querySelector('title');
    if (title) watch.observe(title, { childList: true });
    return () => watch.disconnect();
  }, [pathname, brand, person]);
}
