import { useTranslation } from 'react-i18next';
import type { Absence } from '../../../contract/absences.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { lengthOf } from '#lib/dates.ts';

type Period = Pick<Absence, 'date_from' | 'date_to' | 'time_from' | 'time_to' | 'from' | 'to'>;

/** Writes the time of an absence in one line: whole days with their number, or hours with their length. */
export function usePeriod() {
  const { t } = useTranslation('absences');
  const { dates, numbers } = useFormats();
  const day = (date: string) => `${dates.weekday(date)} ${dates.day(date)}`;
  /** "5 days"; hours are those that pass, also when the clocks change. */
  const length = ({ date_from, date_to, time_from, time_to, from, to }: Period) =>
    time_from === null && time_to === null
      ? t('days', { count: lengthOf({ from: date_from, to: date_to }) })
      : numbers.duration((Date.parse(to) - Date.parse(from)) / 60_000);
  const text = ({ date_from, date_to, time_from, time_to }: Omit<Period, 'from' | 'to'>) => {
    const [start, end] = [time_from ?? '', time_to ?? (time_from === null ? '' : '24:00')];
    if (date_from === date_to)
      return [day(date_from), [start || (end && '00:00'), end].filter(Boolean).join('–')].filter(Boolean).join(', ');
    return `${[day(date_from), start].filter(Boolean).join(' ')} – ${[day(date_to), end].filter(Boolean).join(' ')}`;
  };
  return { text, length };
}
