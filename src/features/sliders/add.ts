import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = { label: 'sliders:add', href: paths.sliders.create.href(), kind: 'sliders' };
