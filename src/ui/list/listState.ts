import { pageSize as pageSizes } from '../../../contract/bounds.ts';
import type { Choice } from '../Select.tsx';

/** How many records a page may show. */
export const pageSizeChoices = [pageSizes.default, 25, 50, pageSizes.max] as const;

/** One thing that a list can be narrowed by, under the name that the server knows. */
export type Filter = {
  name: string;
  label: string;
  choices: readonly Choice[];
  /** Several values at once: `role[]=manager&role[]=owner`. */
  isMany?: boolean;
};

/** What a list shows, as its address says it. */
export type ListState = {
  page: number;
  pageSize: number;
  ordering: string;
  search: string;
  /** The values chosen of each filter, by its name. */
  chosen: Record<string, string[]>;
  hidden: string[];
  isCompact: boolean;
  /** Whether anything narrows the list. */
  isNarrowed: boolean;
};

/** Changes to the address; null takes a parameter out. */
export type ListChanges = Record<string, string | null>;
