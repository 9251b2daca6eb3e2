import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { usualAloneMinutes } from '../../../contract/workingTimeNames.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** Advises a team for a reservation that is long for one interpreter alone; null: for no other. */
export function useTeamAdvice() {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const { aloneMinutes = usualAloneMinutes } = useTenant();
  const ofMinutes = (minutes: number, needed: number) =>
    aloneMinutes === null || needed !== 1 || minutes <= aloneMinutes
      ? null
      : t('teamAdvised', { time: numbers.duration(minutes), bound: numbers.duration(aloneMinutes) });
  return {
    ofMinutes,
    of: ({ start, end, interpreters_needed: needed }: Reservation) =>
      ofMinutes((Date.parse(end) - Date.parse(start)) / 60_000, needed),
  };
}
