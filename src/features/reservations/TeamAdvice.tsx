import { useTranslation } from 'react-i18next';
import { usualAloneMinutes } from '../../../contract/workingTimeNames.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Banner } from '#ui/Banner.tsx';

/** Advises a team for a reservation that is long for one interpreter alone. */
export function TeamAdvice({ minutes, needed }: { minutes: number; needed: number }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const { aloneMinutes = usualAloneMinutes } = useTenant();
  if (aloneMinutes === null || needed !== 1 || minutes <= aloneMinutes) return null;
  return (
    <Banner tone="warning">
      {t('teamAdvised', { time: numbers.duration(minutes), bound: numbers.duration(aloneMinutes) })}
    </Banner>
  );
}
