import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = { label: 'shell:addAbsence', href: paths.absences.create.href(), kind: 'absences' };
