import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** How one is added. */
export const add: Add = { label: 'closure:add', href: paths.closureCreate.href(), verdict: 'closure_categories' };
