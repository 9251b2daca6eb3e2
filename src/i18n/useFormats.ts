import { useMemo } from 'react';
import { createDates } from '#lib/dates.ts';
import { createNumbers } from '#lib/numbers.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { factsOf } from './languageFacts.ts';
import { useLanguage } from './useLanguage.ts';
import { vocative } from './vocative.ts';

/** Formats dates in the deployment's time zone, numbers, and first names in greetings, in the reader's language. */
export function useFormats() {
  const { timeZone } = useTenant();
  const { language, locale } = useLanguage();
  const facts = factsOf(language);
  return useMemo(
    () => ({
      dates: createDates({ zone: timeZone, locale, pattern: facts?.longDay }),
      numbers: createNumbers(locale),
      vocative: (name: string) => vocative(name, facts?.vocative),
    }),
    [timeZone, locale, facts],
  );
}
