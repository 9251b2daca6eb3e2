import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** How one is added. */
export const add: Add = { label: 'users:add', href: paths.users.create.href(), verdict: 'users' };
