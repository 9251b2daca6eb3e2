import type { Namespace } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { SearchGroup } from '../../contract/kinds.ts';
import type { SearchHit } from '../../contract/search.ts';
import type { Page } from '#api/collection.ts';
import type { Query } from '#api/query.ts';
import type { Add } from './resource.ts';
import type { Word } from '#i18n/words.ts';
import type { Path, paths } from '#paths.ts';
import type { Permission } from '#session/permission.ts';

type Paths = (typeof paths)[keyof typeof paths];
type Pattern = (Paths extends infer Each ? (Each extends Path ? Each : Each[keyof Each] & Path) : never)['pattern'];
/** Pages that create records or change their order. */
type WritingPattern = Extract<Pattern, `/dashboard/${string}/${'create' | 'order'}`>;

/**
 * One page of a feature: its pattern from `paths.ts`, its lazily loaded component, and the permission that it needs besides the
 * one of the feature. Types require a permission for pages that write.
 */
export type FeatureRoute = { page: () => Promise<ComponentType> } & (
  { path: WritingPattern; permission: Permission } | { path: Exclude<Pattern, WritingPattern>; permission?: Permission }
);

/** The groups of the navigation, in their order. */
export const navGroups = ['today', 'people', 'insight', 'system'] as const;
export type NavGroup = (typeof navGroups)[number];

/** A page of the navigation that shows other pages as cards. */
export type CardGroup = 'setup' | 'administration';

/** Where the entry of a feature is: in the navigation, or on a page of cards. */
export type NavPlace =
  | { group: NavGroup; /** The cards that its page shows. */ holds?: CardGroup }
  | { group: CardGroup; /** What its card says of it, in a sentence. */ about: Word };

/** The entry of a feature in the navigation. */
export type FeatureNav = NavPlace & NavEntry;

/** What every entry of the navigation has. */
export type NavEntry = {
  label: Word;
  to: string;
  icon: LucideIcon;
  /** The letter that opens it after `g`; unique. */
  key?: string;
  alert?: FeatureAlert;
};

/** A number of records that need attention, and the list of them. Hidden if it is 0. */
export type FeatureAlert = {
  read: Query<Page<unknown> | { waiting: number }>;
  /** A translation with the number: `{{number}}`. */
  label: Word;
  to: string;
  /** The permission that shows it. */
  permission: Permission;
  /** People wait for an answer now, so every page shows it: the page of one of them. `read` begins with the one who waits longest. */
  urgent?: (id: string) => string;
};

/** The public value of a feature: `src/features/<folder>/index.ts` exports it as `feature`. */
export type Feature = {
  /** `feature:<folder>`, written out: the proof of isolation searches the bundles for it. */
  id: `feature:${string}`;
  /** The locale files of its pages, loaded before they render. */
  namespaces: readonly (Namespace & string)[];
  nav?: FeatureNav;
  /** How a record is created. */
  add?: Add;
  /** Where the records are that the search over everything finds and this feature shows. */
  searchLinks?: Partial<Record<SearchGroup, (hit: SearchHit) => string>>;
  routes: readonly FeatureRoute[];
  /** The permission that opens it; null for pages before the sign-in. */
  permission: Permission | null;
};
