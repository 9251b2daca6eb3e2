import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useWord } from '#i18n/words.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import type { Crumb } from '#ui/PageHead.tsx';
import { type CardGroup, type Feature, type FeatureNav, type NavGroup, navGroups } from './feature.ts';

/** The dashboard features of this deployment; the navigation is built from them. */
export const dashboardFeaturesAtom = atom<readonly Feature[]>([]);

/** An entry that is a card of a page. */
type CardNav = Extract<FeatureNav, { group: CardGroup }>;

/** An entry of the navigation with the addresses of the cards of its page. */
export type ListedEntry = FeatureNav & { cards: readonly string[] };

/** A group of the navigation with its entries. */
type EntryGroup = { group: NavGroup; entries: readonly ListedEntry[] };

const cardsOf = (group: CardGroup, entries: readonly FeatureNav[]) =>
  entries.filter((entry): entry is CardNav => entry.group === group);

/** The features that this deployment has and this person may open, without pages of cards that would show none. */
export function useOpenFeatures(): readonly Feature[] {
  const features = useAtomValue(dashboardFeaturesAtom);
  const user = useAtomValue(userAtom);
  return useMemo(() => {
    const open = features.filter(({ permission }) => user && (permission?.(user.verdicts) ?? true));
    const entries = open.flatMap(({ nav }) => nav ?? []);
    return open.filter(({ nav }) => !nav || !('holds' in nav) || !nav.holds || cardsOf(nav.holds, entries).length > 0);
  }, [features, user]);
}

/** The entries of the open features: those of the navigation, and the cards of its pages. */
export function useEntries(): readonly FeatureNav[] {
  return useOpenFeatures().flatMap(({ nav }) => nav ?? []);
}

/** The cards of a page that this person may open. */
export function useCards(group: CardGroup): readonly CardNav[] {
  return cardsOf(group, useEntries());
}

/** The navigation of some entries by group, without empty groups. A page that would show a single card is replaced by what the card leads to. */
export function groupEntries(all: readonly FeatureNav[]): readonly EntryGroup[] {
  const listed = (entry: FeatureNav): ListedEntry => {
    const cards = 'holds' in entry && entry.holds ? cardsOf(entry.holds, all) : [];
    const [only, ...others] = cards;
    if (only && others.length === 0) return { ...only, cards: [] };
    return { ...entry, cards: cards.map(({ to }) => to) };
  };
  return navGroups
    .map((group) => ({ group, entries: all.filter((entry) => entry.group === group).map(listed) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The navigation of this person. */
export function useEntryGroups(): readonly EntryGroup[] {
  return groupEntries(useEntries());
}

/** Whether an address is that of a page or below it; everything is below the overview. */
function isBelow(pathname: string, to: string): boolean {
  return pathname === to || (to !== paths.dashboard.href() && pathname.startsWith(`${to}/`));
}

/** The entry with the page at an address: the longest address counts, because categories are below partners. */
export function entryAt(pathname: string, groups: readonly EntryGroup[]): ListedEntry | undefined {
  return groups
    .flatMap(({ entries }) => entries.flatMap((entry) => [entry.to, ...entry.cards].map((to) => ({ to, entry }))))
    .filter(({ to }) => isBelow(pathname, to))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.entry;
}

/** The page of cards that leads to the page at an address; null where the navigation leads to it. */
export function usePageOfCards(pathname: string): Crumb | null {
  const word = useWord();
  const entry = entryAt(pathname, useEntryGroups());
  const href = entry?.cards.some((to) => isBelow(pathname, to)) ? entry.to : null;
  const label = entry ? word(entry.label) : '';
  return useMemo(() => (href === null ? null : { label, href }), [href, label]);
}
