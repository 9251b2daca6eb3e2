import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = {
  label: 'reservations:add',
  href: paths.reservations.create.href(),
  kind: 'reservations',
};
