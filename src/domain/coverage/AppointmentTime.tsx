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
  const { dates } = useFormats();
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
      <Muted>
        (<Length from={start} to={end} />)
      </Muted>
    </time>
  );
}

/** The duration between two instants, in hours and minutes. */
function Length({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('reservations');
  const all = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  return [...(hours > 0 ? [t('hours', { hours })] : []), ...(minutes > 0 ? [t('minutes', { minutes })] : [])].join(' ');
}

const Strong = styled.strong`
  font-weight: ${font.weight.semibold};
`;
