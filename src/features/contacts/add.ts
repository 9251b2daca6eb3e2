import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = { label: 'contacts:add', href: paths.contacts.create.href(), kind: 'contacts' };
