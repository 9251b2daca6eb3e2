import { useTranslation } from 'react-i18next';
import type { Planned } from './layout.ts';

/** What there is to say of a shift beside its time, the most important first. */
export function useShiftWords(): (shift: Planned) => string[] {
  const { t } = useTranslation('calendar');
  return (shift) => [
    ...(shift.emergency ? [t('emergency')] : []),
    ...(shift.state === 'enabled' ? [] : [t(`states.${shift.state}`)]),
    t(`channels.${shift.request_type}`),
    ...(shift.address ? [shift.address] : []),
    ...(shift.travel_time > 0 ? [t('travelMinutes', { minutes: shift.travel_time })] : []),
    ...(shift.allowReservations ? [t('reservable')] : []),
    ...(shift.source === 'external' ? [t('external')] : []),
  ];
}
