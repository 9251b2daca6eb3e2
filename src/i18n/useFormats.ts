import { useMemo } from 'react';
import { createDates } from '#lib/dates.ts';
import { createNumbers } from '#lib/numbers.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useLanguage } from './useLanguage.ts';

/** Formats dates in the deployment's time zone, and numbers, both in the reader's language. */
export function useFormats() {
  const { timeZone } = useTenant();
  const { locale } = useLanguage();
  return useMemo(
    () => ({ dates: createDates({ zone: timeZone, locale }), numbers: createNumbers(locale) }),
    [timeZone, locale],
  );
}
