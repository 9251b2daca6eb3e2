import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { absentOn } from '#api/absences.ts';
import { useQuery } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { shifts } from '#api/shifts.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useOffersAbsences } from '#domain/useOffersAbsences.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { paths, unansweredReservationsHref } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Badge } from '#ui/Badge.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { font, media, space } from '#ui/theme.ts';
import { ReservationItem, ReservationItems } from './ReservationItem.tsx';
import { Appointments, type OwnReservation, ShiftPlace, Stretch } from './Appointments.tsx';

/** How far ahead the next shift is searched, in days. */
const horizon = 14;

/** How many reservations a list shows. */
const few = 6;

/** An interpreter's day: what waits for their answer, the next shift, today's appointments with place and way, and the next reservations. */
export function OwnDay() {
  const { t } = useTranslation('overview');
  const { dates } = useFormats();
  const user = useAtomValue(userAtom);
  const hasReservations = useFlag('reservations') && user?.verdicts.collections.reservations !== 'none';
  const now = useMinute();
  const today = dates.dayOf(now);
  const planned = useQuery(shifts.list({ from_day: today, to_day: addDays(today, horizon - 1), state: ['enabled'] }));
  const reserved = useQuery(
    hasReservations
      ? reservations.list({ from_day: today, status: ['approved', 'pending'], ordering: 'start', page_size: 50 })
      : null,
  );
  const unanswered = useQuery(
    hasReservations ? reservations.list({ unanswered: true, ordering: 'start', page_size: few }) : null,
  );
  const hasAbsences = useOffersAbsences();
  const { data: absences } = useQuery(hasAbsences ? absentOn(today) : null);
  // Others of today are over, or have not begun.
  const absent = absences?.results.find(
    ({ from, to }) => Date.parse(from) <= Date.parse(now) && Date.parse(now) < Date.parse(to),
  );
  const failed = [planned, reserved, unanswered].find(({ data, error }) => !data && error !== undefined);
  if (failed) {
    return (
      <Panel title={t('ownDay')}>
        <FailedState
          headingLevel={3}
          title={t('ownDayFailed')}
          error={failed.error}
          isRetrying={failed.isValidating}
          onRetry={() => void failed.retry()}
        />
      </Panel>
    );
  }
  if (!planned.data || (hasReservations && !(reserved.data && unanswered.data))) {
    return (
      <Panel title={t('ownDay')}>
        <Skeleton height="160px" />
      </Panel>
    );
  }
  const next = planned.data.results.find(({ to }) => Date.parse(to) > Date.parse(now));
  const ownReservations = ownAmong(reserved.data?.results ?? [], user?.id);
  const later = ownReservations.filter(({ reservation: { date, is_past } }) => !is_past && date > today).slice(0, few);
  return (
    <>
      {absent && (
        <Banner tone="info">
          <Link to={paths.absences.record.href({ id: absent.id })}>
            {t('youAreAbsent', {
              until: absent.time_to === null ? dates.lastDay(absent.to) : dates.dateTime(absent.to),
            })}
          </Link>
        </Banner>
      )}
      {unanswered.data && unanswered.data.count > 0 && <Unanswered page={unanswered.data} />}
      <Both>
        <Panel title={t('nextShift')} action={<Link to={paths.calendar.list.href()}>{t('toCalendar')}</Link>}>
          {next ? (
            <NextShift shift={next} now={now} today={today} />
          ) : (
            <Muted as="p">{t('noShift', { days: horizon })}</Muted>
          )}
        </Panel>
        <Appointments
          // One that began the evening before may end today.
          shifts={planned.data.results.filter(({ date }) => date <= today)}
          reservations={ownReservations.filter(({ reservation: { date } }) => date <= today)}
          now={now}
        />
      </Both>
      {later.length > 0 && <LaterReservations reservations={later} />}
    </>
  );
}

/** The reservations in which a person takes part. */
function ownAmong(all: readonly Reservation[], person: string | undefined): OwnReservation[] {
  return all.flatMap((reservation) => {
    const answer = reservation.interpreters.find(({ id }) => id === person);
    return answer && takesPart(answer) ? [{ reservation, isAsked: answer.response === 'asked' }] : [];
  });
}

/** The reservations that wait for the interpreter's answer, and until when. */
function Unanswered({ page: { count, results } }: { page: { count: number; results: readonly Reservation[] } }) {
  const { t } = useTranslation('overview');
  const { dates } = useFormats();
  return (
    <Panel title={t('toAnswer')} action={<Link to={unansweredReservationsHref}>{t('allOpen', { count })}</Link>}>
      <ReservationItems>
        {results.map((reservation) => (
          <ReservationItem key={reservation.id} reservation={reservation}>
            {reservation.offer && (
              <Badge tone="warning">{t('answerBy', { deadline: dates.dateTime(reservation.offer.deadline) })}</Badge>
            )}
            <Muted>{reservation.address ?? t(`places.${reservation.type}`)}</Muted>
          </ReservationItem>
        ))}
      </ReservationItems>
    </Panel>
  );
}

function LaterReservations({ reservations: ownReservations }: { reservations: readonly OwnReservation[] }) {
  const { t } = useTranslation('overview');
  return (
    <Panel
      title={t('nextReservations')}
      action={<Link to={paths.reservations.list.href()}>{t('allReservations')}</Link>}
    >
      <ReservationItems>
        {ownReservations.map(({ reservation, isAsked }) => (
          <ReservationItem key={reservation.id} reservation={reservation}>
            {isAsked && <Badge tone="warning">{t('toAnswer')}</Badge>}
            <Muted>{reservation.address ?? t(`places.${reservation.type}`)}</Muted>
          </ReservationItem>
        ))}
      </ReservationItems>
    </Panel>
  );
}

function NextShift({ shift, now, today }: { shift: Shift; now: string; today: string }) {
  const { t } = useTranslation('overview');
  const { dates } = useFormats();
  const isOn = Date.parse(shift.from) <= Date.parse(now);
  let day = `${dates.weekday(shift.date, 'long')}, ${dates.day(shift.date)}`;
  if (shift.date === today) day = t('today');
  if (shift.date === addDays(today, 1)) day = t('tomorrow');
  return (
    <Stretch>
      <Big>
        <span>{isOn ? t('onUntil', { time: dates.time(shift.to) }) : day}</span>{' '}
        {!isOn && <bdi dir="ltr">{`${dates.time(shift.from)}–${dates.time(shift.to)}`}</bdi>}
      </Big>
      <ShiftPlace shift={shift} />
    </Stretch>
  );
}

const Both = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  gap: ${space(4)};

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Big = styled.p`
  font-size: ${font.size.title};
  font-weight: ${font.weight.semibold};
  line-height: 1.25;

  & > bdi {
    white-space: nowrap;
  }
`;
