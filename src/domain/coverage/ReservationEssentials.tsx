import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { font, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { InterpreterState } from './InterpreterState.tsx';
import { Length } from './Length.tsx';

/**
 * When and where a reservation is, and for whom: the facts that a decision needs first. `children` are further facts (dt, dd).
 */
export function ReservationEssentials({ reservation, children }: { reservation: Reservation; children?: ReactNode }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const { interpreters, interpreters_needed } = reservation;
  return (
    <Facts>
      <dt>{t('when')}</dt>
      <dd>
        <AppointmentTime reservation={reservation} />
      </dd>
      <dt>{t('where')}</dt>
      <dd>
        {[t(`types.${reservation.type}`), reservation.address].filter(Boolean).join(', ')}
        {reservation.link && (
          <>
            {' · '}
            <OutLink href={reservation.link} target="_blank" rel="noreferrer" dir="ltr">
              {reservation.link}
            </OutLink>
          </>
        )}
      </dd>
      {reservation.customer && (
        <>
          <dt>{t('customer')}</dt>
          <dd>{reservation.customer_name}</dd>
        </>
      )}
      {reservation.partner && (
        <>
          <dt>{t('partner')}</dt>
          <dd>
            <Link to={paths.partners.record.href({ id: reservation.partner })}>{reservation.partner_name}</Link>
          </dd>
        </>
      )}
      <dt>{t('interpreters')}</dt>
      <dd>
        {t('ofNeeded', {
          number: numbers.count(interpreters.filter(takesPart).length),
          needed: numbers.count(interpreters_needed),
        })}
        {interpreters.length > 0 && (
          <ul>
            {interpreters.map((interpreter) => (
              <Person key={interpreter.id}>
                {interpreter.name} <InterpreterState interpreter={interpreter} reservation={reservation} />
              </Person>
            ))}
          </ul>
        )}
      </dd>
      {children}
    </Facts>
  );
}

/** The date, time and duration of a reservation; near dates also as "today" or "tomorrow". */
function AppointmentTime({ reservation: { start, end, date, time } }: { reservation: Reservation }) {
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

const Strong = styled.strong`
  font-weight: ${font.weight.semibold};
`;

const OutLink = styled.a`
  color: ${colour.accentText};
`;

const Person = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  margin-block-start: ${space(1)};
`;
