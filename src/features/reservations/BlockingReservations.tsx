import { CalendarX2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { blocking } from '#api/reservations.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useLocation, useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { Table } from '#ui/Table.ts';

/** The calendar address to return to, from the link's state. */
function backOf(state: unknown): string | null {
  const back = typeof state === 'object' && state !== null && 'back' in state ? state.back : null;
  return typeof back === 'string' && back.startsWith(`${paths.calendar.list.href()}?`) ? back : null;
}

/** The reservations that prevent a change of a shift: `/dashboard/reservations/blocking-reservations/shift/{id}`. */
export function ShiftBlocked() {
  return <BlockingReservations kind="shifts" />;
}

/** The reservations that prevent a change of a schedule: `/dashboard/reservations/blocking-reservations/schedule/{id}`. */
export function ScheduleBlocked() {
  return <BlockingReservations kind="schedules" />;
}

/** The approved reservations that prevent a change of a shift or a schedule, and the way back to the calendar. */
function BlockingReservations({ kind }: { kind: 'shifts' | 'schedules' }) {
  const { t } = useTranslation('reservations');
  const { dates } = useFormats();
  const { id = '' } = useParams();
  const { data, error, isValidating, retry } = useQuery(blocking(kind, id));
  useDocumentTitle(t('blocked'));
  const first = data?.results[0];
  const { state } = useLocation();
  const calendar = backOf(state) ?? paths.calendar.list.href() + (first ? `?day=${dates.dayOf(first.from)}` : '');
  return (
    <Stack>
      <PageHead
        title={t('blocked')}
        description={data && data.count > 0 && t(kind === 'shifts' ? 'blockedShift' : 'blockedSchedule')}
        crumbs={[{ label: t('title'), href: paths.reservations.list.href() }]}
        action={<ButtonLink to={calendar}>{t('toCalendar')}</ButtonLink>}
      />
      <Card>
        {!data && error !== undefined && (
          <FailedState
            isGone={error instanceof ApiError && error.status === 404}
            title={t('blockedFailed')}
            error={error}
            isRetrying={isValidating}
            onRetry={() => void retry()}
          />
        )}
        {!data && error === undefined && <Skeleton height="160px" />}
        {data?.count === 0 && (
          <EmptyState
            icon={<CalendarX2 />}
            title={t('nothingBlocks')}
            action={
              <ButtonLink to={calendar} variant="primary">
                {t('toCalendar')}
              </ButtonLink>
            }
          >
            {t('nothingBlocksText')}
          </EmptyState>
        )}
        {data && data.count > 0 && (
          <Table>
            <Hidden as="caption">{t('blocked')}</Hidden>
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('date')}</th>
                <th scope="col">{t('time')}</th>
              </tr>
            </thead>
            <tbody>
              {data.results.map(({ id: reservation, name, from, to }) => (
                <tr key={reservation}>
                  <th scope="row">
                    <Link to={paths.reservations.record.href({ id: reservation })}>{name}</Link>
                  </th>
                  <td>
                    <time dateTime={from}>{dates.day(dates.dayOf(from))}</time>
                  </td>
                  <td>
                    <bdi dir="ltr">{`${dates.time(from)}–${dates.time(to)}`}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Card>
    </Stack>
  );
}
