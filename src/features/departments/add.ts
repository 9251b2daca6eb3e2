import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = { label: 'departments:add', href: paths.departments.create.href(), kind: 'departments' };
