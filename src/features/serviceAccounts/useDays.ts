import { useTranslation } from 'react-i18next';
import { serviceAccountDays } from '../../../contract/serviceAccountNames.ts';

type Days = (typeof serviceAccountDays)[number];

/** A choice of days, as forms have it. */
export type DaysChoice = `${Days}`;

/** How long a secret may be valid: the choices, the first value, and the number of a chosen value. */
export function useDays() {
  const { t } = useTranslation('serviceAccounts');
  return {
    choices: serviceAccountDays.map((days) => ({ value: `${days}` as const, label: t('days', { count: days }) })),
    first: '180' satisfies DaysChoice as DaysChoice,
    daysOf: (value: DaysChoice | null): Days => serviceAccountDays.find((days) => `${days}` === value) ?? 180,
  };
}
