import { useTranslation } from 'react-i18next';
import type { LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import type { ReservationValues } from './reservationForm.ts';

/** Formats the values of a reservation's form that are codes or ids. */
export function useValueFormatter() {
  const { t } = useTranslation('reservations');
  const languages = useInterpretingLanguages();
  const hasEmergencies = useFlag('emergencySchedules');
  return (name: keyof ReservationValues, value: ReservationValues[keyof ReservationValues]): string | undefined => {
    if (name === 'customer' || name === 'partner') return decodeChoice(String(value))?.label ?? t('none');
    if (name === 'type') return t(`types.${value as LocationType}`);
    if (name === 'service_kind') return t(`services.${value as ServiceKind}`);
    if (name === 'emergency' && hasEmergencies) return t(value ? 'emergency' : 'noEmergency');
    if (name === 'languages')
      return languages
        .flatMap((choice) => (Array.isArray(value) && value.includes(choice.value) ? [choice.label] : []))
        .join(', ');
    return undefined;
  };
}
