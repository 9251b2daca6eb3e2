import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { colour, space } from '#ui/theme.ts';
import { AppointmentTime } from './AppointmentTime.tsx';
import { InterpreterState } from './InterpreterState.tsx';

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
