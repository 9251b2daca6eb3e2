import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import type { Named } from './records.ts';

/** What tells a record from others of the same name: the e-mail address of a person, the address and the number of users of a partner. */
export function useDetailOf(): (record: Named) => string | undefined {
  const { t } = useTranslation('crud');
  const { numbers } = useFormats();
  return useCallback(
    (record) => {
      if ('email' in record) return record.email;
      const users = record.users === undefined ? null : t('pick.users', { number: numbers.count(record.users) });
      return [record.address, users].filter(Boolean).join(' · ') || undefined;
    },
    [t, numbers],
  );
}
