import { MapPin, Route, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Reservation } from '../../../contract/reservations.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { colour, font, media, space } from '#ui/theme.ts';

/** A reservation in which the interpreter takes part, and whether their answer is open. */
export type OwnReservation = { reservation: Reservation; isAsked: boolean };

type AppointmentsProps = { shifts: readonly Shift[]; reservations: readonly OwnReservation[]; now: string };

/** Today's shifts and reservations by time. */
export function Appointments({ shifts, reservations, now }: AppointmentsProps) {
  const { t } = useTranslation('overview');
  const entries = [
    ...shifts.map((shift) => ({ at: shift.from, key: shift.id, row: <ShiftRow shift={shift} now={now} /> })),
    ...reservations.map(({ reservation, isAsked }) => ({
      at: reservation.start,
      key: reservation.id,
      row: <ReservationRow reservation={reservation} isAsked={isAsked} />,
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <Panel title={t('ownDay')}>
      {entries.length === 0 ? (
        <Muted as="p">{t('nothingToday')}</Muted>
      ) : (
        <ol>
          {entries.map(({ key, row }) => (
            <Item key={key}>{row}</Item>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function ShiftRow({ shift, now }: { shift: Shift; now: string }) {
  const { t } = useTranslation('overview');
  const { dates } = useFormats();
  const isOver = Date.parse(shift.to) <= Date.parse(now);
  return (
    <>
      <Clock from={dates.time(shift.from)} to={dates.time(shift.to)} isOver={isOver} />
      <Stretch>
        <Place to={`${paths.calendar.list.href()}?day=${shift.date}`}>{t('shift')}</Place>
        <ShiftPlace shift={shift} />
      </Stretch>
    </>
  );
}

function ReservationRow({ reservation, isAsked }: { reservation: Reservation; isAsked: boolean }) {
  const { t } = useTranslation('overview');
  const hasEmergencies = useFlag('emergencySchedules');
  return (
    <>
      <Clock from={reservation.time_from} to={reservation.time_to} isOver={reservation.is_past} />
      <Stretch>
        <span>
          <Place to={paths.reservations.record.href({ id: reservation.id })}>{reservation.name}</Place>{' '}
          {isAsked && <Badge tone="warning">{t('toAnswer')}</Badge>}{' '}
          {hasEmergencies && reservation.emergency && <Badge tone="danger">{t('emergency')}</Badge>}
        </span>
        <Detail icon={reservation.type === 'site' ? <MapPin size={16} /> : <Video size={16} />}>
          {reservation.link ? (
            <a href={reservation.link} target="_blank" rel="noreferrer">
              {reservation.link}
            </a>
          ) : (
            (reservation.address ?? t(`places.${reservation.type}`))
          )}
        </Detail>
      </Stretch>
    </>
  );
}

function Clock({ from, to, isOver }: { from: string; to: string; isOver: boolean }) {
  return (
    <Time data-over={isOver || undefined}>
      <bdi dir="ltr">{from}</bdi>
      <bdi dir="ltr">{to}</bdi>
    </Time>
  );
}

/** Where a shift is, the way to it, and whether it is for emergencies. */
export function ShiftPlace({ shift }: { shift: Shift }) {
  const { t } = useTranslation('overview');
  const hasEmergencies = useFlag('emergencySchedules');
  const { dates } = useFormats();
  return (
    <>
      <Detail icon={shift.location_type === 'site' ? <MapPin size={16} /> : <Video size={16} />}>
        {shift.address ?? t(`places.${shift.location_type}`)}
      </Detail>
      {shift.travel_time > 0 && (
        <Detail icon={<Route size={16} />}>
          {t('travel', { minutes: shift.travel_time, time: dates.time(shift.occupied_from) })}
        </Detail>
      )}
      {hasEmergencies && shift.emergency && (
        <span>
          <Badge tone="danger">{t('emergency')}</Badge>
        </span>
      )}
    </>
  );
}

function Detail({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Line>
      <span aria-hidden>{icon}</span>
      <span>{children}</span>
    </Line>
  );
}

/** Stacks its parts. */
export const Stretch = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1.5)};
  min-inline-size: 0;
`;

const Line = styled.span`
  display: flex;
  gap: ${space(2)};
  color: ${colour.textMuted};
  overflow-wrap: anywhere;

  & > span {
    padding-block: 2px;
  }

  & a {
    color: ${colour.accentText};
  }

  ${media.touch} {
    & a {
      display: inline-flex;
      align-items: center;
      min-block-size: 44px;
    }
  }
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: 56px minmax(0, 1fr);
  gap: ${space(3)};
  padding-block: ${space(3)};

  & + & {
    border-block-start: 1px solid ${colour.border};
  }
`;

const Time = styled.span`
  display: flex;
  flex-direction: column;
  font-variant-numeric: tabular-nums;
  font-weight: ${font.weight.medium};

  & > :last-child,
  &[data-over] {
    color: ${colour.textMuted};
    font-weight: ${font.weight.regular};
  }
`;

const Place = styled(Link)`
  ${media.touch} {
    display: inline-flex;
    align-items: center;
    min-block-size: 44px;
  }
`;
