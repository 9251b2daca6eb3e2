import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useExcessWords } from '#domain/useExcessWords.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import type { Planned } from './layout.ts';

/** Describes a shift apart from its time, the most important property first. */
export function useShiftDescription(): (shift: Planned) => string[] {
  const { t } = useTranslation('calendar');
  const excessWords = useExcessWords();
  const hasEmergencies = useFlag('emergencySchedules');
  return useMemo(() => {
    // Looked up once, because the function runs for hundreds of shifts.
    const fixed = {
      emergency: hasEmergencies ? t('emergency') : null,
      reservable: t('reservable'),
      external: t('external'),
      channels: { online: t('channels.online'), live: t('channels.live') },
      states: { completed: t('states.completed'), disabled: t('states.disabled') },
    };
    return (shift) => [
      ...(shift.emergency && fixed.emergency !== null ? [fixed.emergency] : []),
      ...(shift.state === 'enabled' ? [] : [fixed.states[shift.state]]),
      ...excessWords(shift.excess),
      fixed.channels[shift.request_type],
      ...(shift.address ? [shift.address] : []),
      ...(shift.travel_time > 0 ? [t('travelMinutes', { minutes: shift.travel_time })] : []),
      ...(shift.allowReservations ? [fixed.reservable] : []),
      ...(shift.source === 'external' ? [fixed.external] : []),
    ];
  }, [t, excessWords, hasEmergencies]);
}
