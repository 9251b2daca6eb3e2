import { useMemo } from 'react';
import { createDates } from '#lib/dates.ts';
import { createNumbers } from '#lib/numbers.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useLanguage } from './useLanguage.ts';

/** Dates in the deployment's time zone and numbers, both as the reader's language writes them. */
export function useFormats() {
  const { timeZone } = useTenant();
  const { locale } = useLanguage();
  return useMemo(
    () => ({ dates: createDates({ zone: timeZone, locale }), numbers: createNumbers(locale) }),
    [timeZone, locale],
  );
}
