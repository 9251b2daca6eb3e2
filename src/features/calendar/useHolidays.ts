import { useMemo } from 'react';
import type { Holidays } from '../../../contract/holidays.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** The name of the public holiday of a day. */
export type HolidayNames = ReadonlyMap<string, string>;

/** Public holidays by day, named in the reader's language, else in another one. */
export function useHolidays(holidays: Holidays | undefined): HolidayNames {
  const { language } = useLanguage();
  return useMemo(
    () =>
      new Map(
        holidays?.flatMap(({ date, names }) => {
          const name = names[language] ?? Object.values(names)[0];
          return name === undefined ? [] : [[date, name] as const];
        }),
      ),
    [holidays, language],
  );
}
