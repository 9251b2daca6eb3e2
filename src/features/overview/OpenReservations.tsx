import { CalendarCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { openReservationsHref, paths } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { font, media, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { openReservations } from './openReservations.ts';

/** The next pending reservations, and a link to all of them. */
export function OpenReservations() {
  const { t } = useTranslation('overview');
  const { data, error, isValidating, retry } = useQuery(openReservations);
  return (
    <Panel
      title={t('nextOpen')}
      action={
        data &&
        data.count > data.results.length && <Link to={openReservationsHref}>{t('allOpen', { count: data.count })}</Link>
      }
    >
      {!data && error === undefined && <Skeleton height="160px" />}
      {!data && error !== undefined && (
        <FailedState
          headingLevel={3}
          title={t('openFailed')}
          error={error}
          isRetrying={isValidating}
          onRetry={() => void retry()}
        />
      )}
      {data?.count === 0 && <EmptyState headingLevel={3} icon={<CalendarCheck />} title={t('noneOpen')} />}
      {data && data.count > 0 && (
        <ul>
          {data.results.map((reservation) => (
            <Open key={reservation.id} reservation={reservation} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Open({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('overview');
  const hasEmergencies = useFlag('emergencySchedules');
  const { dates } = useFormats();
  return (
    <Item>
      <Name to={paths.reservations.record.href({ id: reservation.id })}>{reservation.name}</Name>
      <DateTime>
        <time dateTime={reservation.start}>{dates.day(reservation.date)}</time> <bdi dir="ltr">{reservation.time}</bdi>
      </DateTime>
      {hasEmergencies && reservation.emergency && <Badge tone="danger">{t('emergency')}</Badge>}
      {!reservation.interpreters.some(takesPart) && <Badge tone="warning">{t('nobodyAssigned')}</Badge>}
    </Item>
  );
}

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(0.5)} ${space(2)};
  padding-block: ${space(2)};

  & + & {
    border-block-start: 1px solid ${colour.border};
  }
`;

const Name = styled(Link)`
  flex-basis: 100%;
  font-weight: ${font.weight.medium};
  overflow-wrap: anywhere;

  ${media.touch} {
    display: flex;
    align-items: center;
    min-block-size: 44px;
  }
`;

const DateTime = styled.span`
  margin-inline-end: auto;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;
