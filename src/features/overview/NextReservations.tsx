import { CalendarCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isShort, takesPart } from '../../../contract/reservationRules.ts';
import { useQuery } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { paths } from '#paths.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ReservationItem, ReservationItems } from './ReservationItem.tsx';

/** The number of reservations shown. */
const few = 6;

const next = reservations.list({ past: false, status: ['approved', 'pending'], ordering: 'start', page_size: few });

/** The reservations that begin next, with who comes and what is missing. */
export function NextReservations() {
  const { t } = useTranslation('overview');
  const read = useQuery(next);
  return (
    <Panel
      title={t('nextReservations')}
      action={<Link to={paths.reservations.list.href()}>{t('allReservations')}</Link>}
    >
      <Loaded read={read} failed={t('openFailed')} headingLevel={3} placeholder={<Skeleton height="320px" />}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState headingLevel={3} icon={<CalendarCheck />} title={t('noReservations')} />
          ) : (
            <ReservationItems>
              {results.map((reservation) => {
                const team = reservation.interpreters.filter(takesPart);
                return (
                  <ReservationItem key={reservation.id} reservation={reservation}>
                    {reservation.status === 'pending' && <Badge tone="warning">{t('open')}</Badge>}
                    {reservation.uncovered ? (
                      <Badge tone="danger">{t('notCovered')}</Badge>
                    ) : (
                      isShort(reservation) && (
                        <Badge tone="warning">
                          {team.length === 0
                            ? t('nobodyAssigned')
                            : t('team', { have: team.length, need: reservation.interpreters_needed })}
                        </Badge>
                      )
                    )}
                    {team.length > 0 && <Muted>{team.map(({ name }) => name).join(', ')}</Muted>}
                  </ReservationItem>
                );
              })}
            </ReservationItems>
          )
        }
      </Loaded>
    </Panel>
  );
}
