import type { Absence } from '../../../contract/absences.ts';
import { absences } from '#api/absences.ts';
import { overviewDay } from '#api/overview.ts';
import { reservations } from '#api/reservations.ts';
import { calendar, shifts } from '#api/shifts.ts';
import type { Listed } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** The absences as a list. */
export const resource: Listed<Absence> = {
  collection: { path: absences.path, list: absences.list },
  title: 'absences:title',
  empty: 'absences:empty',
  emptyText: 'absences:emptyText',
  nameOf: ({ person_name }) => person_name,
  rowNameOf: ({ person_name, date_from }) => `${person_name} ${date_from}`,
  href: ({ id }) => paths.absences.record.href({ id }),
};

/** The reads that an absence or a decision about it may change. */
export const touched = [absences.path, reservations.path, calendar.path, shifts.path, overviewDay[0], 'interpreters/'];
