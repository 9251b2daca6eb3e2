import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Reservation } from '../../../contract/reservations.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { Muted } from '#ui/Muted.ts';
import { font } from '#ui/theme.ts';

/** The date, time and duration of a reservation; near dates also as "today" or "tomorrow". */
export function AppointmentTime({ reservation: { start, end, date, time } }: { reservation: Reservation }) {
  const { t } = useTranslation('live');
  const { dates, numbers } = useFormats();
  const today = dates.dayOf(useMinute());
  const near = new Map([
    [addDays(today, -1), t('yesterday')],
    [today, t('today')],
    [addDays(today, 1), t('tomorrow')],
  ]).get(date);
  return (
    <time dateTime={start}>
      <Strong>
        {near && `${near}, `}
        {dates.weekday(date, 'long')} {dates.day(date)}
        {', '}
        <bdi dir="ltr">{time}</bdi>
      </Strong>{' '}
      <Muted>({numbers.duration(Math.round((Date.parse(end) - Date.parse(start)) / 60_000))})</Muted>
    </time>
  );
}

const Strong = styled.strong`
  font-weight: ${font.weight.semibold};
`;
