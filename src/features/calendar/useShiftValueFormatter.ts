import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import type { ShiftValues } from './shiftForm.ts';

/** Formats the values of a shift's form, for the comparison of two versions. */
export function useShiftValueFormatter() {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  return (name: keyof ShiftValues & string, value: ShiftValues[keyof ShiftValues]): string | undefined => {
    if (Array.isArray(value)) return value.map(dates.day).join(', ');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (name === 'interpreter') return decodeChoice(value)?.label;
    if (value === 'once' || value === 'daily' || value === 'weekdays' || value === 'weekly')
      return t(`repeats.${value}`);
    if (name === 'request_type' && (value === 'online' || value === 'live')) return t(`channels.${value}`);
    if (name === 'location_type' && (value === 'remote' || value === 'site')) return t(value);
    if (value === 'interpretation' || value === 'transcription' || value === 'both') return t(`kinds.${value}`);
    return value;
  };
}
