import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { bookingState } from './bookingLook.ts';

/** Describes a booking apart from its name and time: how certain it is first. */
export function useBookingDescription(): (booking: CalendarBooking) => string[] {
  const { t } = useTranslation('calendar');
  const hasEmergencies = useFlag('emergencySchedules');
  return useMemo(
    () => (booking) => [
      t(`bookingStates.${bookingState(booking)}`),
      ...(booking.obstacle === null ? [] : [t('uncovered')]),
      ...(booking.emergency && hasEmergencies ? [t('emergency')] : []),
      ...(booking.address ? [booking.address] : []),
      ...(booking.travel_time > 0 ? [t('travelMinutes', { minutes: booking.travel_time })] : []),
    ],
    [t, hasEmergencies],
  );
}
