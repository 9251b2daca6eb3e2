import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = { label: 'users:add', href: paths.users.create.href(), kind: 'users' };
