import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';

/** Office hours end after they have begun. */
export function checkOfficeHours(source: Source, { officeHours }: Manifest): Problem[] {
  if (officeHours === null || officeHours.until === '00:00' || officeHours.from < officeHours.until) return [];
  return [
    source.problem(
      ['officeHours', 'until'],
      `Office hours from ${officeHours.from} cannot end at ${officeHours.until}.`,
      'Give a later time of the same day, or "00:00" for midnight at its end.',
    ),
  ];
}
