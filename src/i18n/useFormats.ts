import { useMemo } from 'react';
import { createDates } from '#lib/dates.ts';
import { createNumbers } from '#lib/numbers.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { factsOf } from './languageFacts.ts';
import { useLanguage } from './useLanguage.ts';
import { vocative } from './vocative.ts';

/** Formats dates in the deployment's time zone, numbers, lists, and first names in greetings, in the reader's language. */
export function useFormats() {
  const { timeZone } = useTenant();
  const { language, locale } = useLanguage();
  const facts = factsOf(language);
  return useMemo(
    () => ({
      dates: createDates({ zone: timeZone, locale, pattern: facts?.longDay }),
      numbers: createNumbers(locale),
      /** Names as part of a sentence: "Ona, Rasa and Jonas"; with commas alone if the browser does not know the language. */
      list: (names: readonly string[]) =>
        Intl.ListFormat.supportedLocalesOf(locale).length > 0
          ? new Intl.ListFormat(locale).format(names)
          : names.join(', '),
      vocative: (name: string) => vocative(name, facts?.vocative),
    }),
    [timeZone, locale, facts],
  );
}
