import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = { label: 'partners:add', href: paths.partners.create.href(), kind: 'partners' };
