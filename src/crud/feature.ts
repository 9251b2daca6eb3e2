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
/** Where records are added or put in order. */
type WritingPattern = Extract<Pattern, `/dashboard/${string}/${'create' | 'order'}`>;

/**
 * One place of a feature: its pattern from `paths.ts`, its page, loaded when somebody goes there, and the server's verdict that
 * opens it besides the one that opens the feature. A page that only writes does not go without one.
 */
export type FeatureRoute = { page: () => Promise<ComponentType> } & (
  { path: WritingPattern; permission: Permission } | { path: Exclude<Pattern, WritingPattern>; permission?: Permission }
);

/** The entry of a feature in the navigation. */
export type FeatureNav = {
  label: Word;
  to: string;
  icon: LucideIcon;
  /** The letter that leads there after `g`; each is one page's alone. */
  key?: string;
  alert?: FeatureAlert;
};

/** What needs somebody's attention: how many records there are of it, and where they are listed. Without any it is not shown. */
export type FeatureAlert = {
  read: Query<Page<unknown>>;
  /** Says how many: `{{number}}`. */
  label: Word;
  to: string;
  /** The server's verdict that shows it. */
  permission: Permission;
};

/** What a feature shows of itself: `src/features/<folder>/index.ts` exports one as `feature`. */
export type Feature = {
  /** `feature:<folder>`, written out: the proof of isolation searches the bundles for it. */
  id: `feature:${string}`;
  /** The locale files its pages need, loaded before they are drawn. */
  namespaces: readonly (Namespace & string)[];
  nav?: FeatureNav;
  /** How a record of its is added. */
  add?: Add;
  /** Where the records are that the search over everything finds and this feature shows. */
  finds?: Partial<Record<SearchGroup, (hit: SearchHit) => string>>;
  routes: readonly FeatureRoute[];
  /** The server's verdict that opens it; null where nobody is signed in yet. */
  permission: Permission | null;
};
