import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Page } from '#api/collection.ts';
import { type Query, useQuery } from '#api/query.ts';
import { useLocation } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';

type View = {
  person: string;
  read: Query<Page<unknown>>;
  /** The addresses of the records on a page of it. */
  hrefsOf: (page: Page<unknown>) => string[];
  /** All addresses that it has had, in its order. */
  seen: string[];
};

/** The view of work that was last shown. Only in memory. */
let last: View | null = null;

/** Remembers a list of work, whose records lead from one to the next. `href` null: it is not one. */
export function useRememberView<Item>(
  read: Query<Page<Item>>,
  page: Page<Item> | undefined,
  href: ((item: Item) => string) | null,
): void {
  const person = useAtomValue(userAtom)?.id ?? '';
  useEffect(() => {
    if (!href || !page) return;
    const hrefsOf = ({ results }: Page<Item>) => results.map(href);
    last = { person, read, hrefsOf: hrefsOf as View['hrefsOf'], seen: hrefsOf(page) };
  }, [person, read, page, href]);
}

/**
 * On the page of a record that was opened from a list of work: the address of the next record there, and how many others
 * are left. Null if it was not opened from one, or is the last.
 */
export function useNextInView(): { href: string; remaining: number } | null {
  const person = useAtomValue(userAtom)?.id ?? '';
  const { pathname } = useLocation();
  const view = last?.person === person && last.seen.includes(pathname) ? last : null;
  const { data } = useQuery(view?.read ?? null);
  const hrefs = view && data ? view.hrefsOf(data) : [];
  useEffect(() => {
    // Records that have moved up from the following page.
    if (view) view.seen.push(...hrefs.filter((href) => !view.seen.includes(href)));
  });
  if (!view || !data) return null;
  const others = hrefs.filter((href) => href !== pathname);
  const later = view.seen.slice(view.seen.indexOf(pathname) + 1);
  const href = later.find((candidate) => others.includes(candidate)) ?? others[0];
  return href === undefined ? null : { href, remaining: data.count - (hrefs.length - others.length) };
}
