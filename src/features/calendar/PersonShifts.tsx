import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Shift } from '../../../contract/shifts.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import { useQuery } from '#api/query.ts';
import { shifts } from '#api/shifts.ts';
import { Day } from '#domain/DateTime.tsx';
import { PersonPage } from '#domain/PersonPage.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays, parseDay } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Card } from '#ui/Card.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { DataTable } from '#ui/list/DataTable.tsx';
import { Link } from '#ui/Link.tsx';
import { space } from '#ui/theme.ts';

/** Six weeks, as many days as one query for shifts may have. */
const shiftRangeDays = 42;

const dayOf = ({ from }: Shift) => <Day at={from} />;
const timeOf = (shift: Shift) => <bdi dir="ltr">{spanText(shift)}</bdi>;

/** The shifts of an interpreter, six weeks at a time: `/dashboard/users/{id}/shifts`. */
export function PersonShifts() {
  return <PersonPage>{({ id }) => <Shifts id={id} />}</PersonPage>;
}

function Shifts({ id }: { id: string }) {
  const { t } = useTranslation(['calendar', 'users']);
  const { dates } = useFormats();
  const [address] = useSearchParams();
  const from = parseDay(address.get('from') ?? '') ?? dates.today();
  const to = addDays(from, shiftRangeDays - 1);
  const { data, error, isLoading, isValidating, retry } = useQuery(
    shifts.list({ from_day: from, to_day: to, interpreter: [id] }),
    // Shifts of other weeks are none of these.
    { keepPreviousData: false },
  );
  const placeOf = ({ location_type, address: place }: Shift) =>
    place ?? t(location_type === 'site' ? 'users:onSite' : 'users:remote');
  if (!data && error !== undefined)
    return (
      <FailedState
        title={t('users:shiftsFailed')}
        error={error}
        isRetrying={isValidating}
        onRetry={() => void retry()}
      />
    );
  return (
    <Card>
      <Head aria-label={t('users:tabs.shifts')}>
        <span role="status">{t('users:shiftsBetween', { from: dates.day(from), to: dates.day(to) })}</span>
        <ButtonLink size="small" to={`?from=${addDays(from, -shiftRangeDays)}`}>
          {t('users:earlier')}
        </ButtonLink>
        <ButtonLink size="small" to={`?from=${addDays(from, shiftRangeDays)}`}>
          {t('users:later')}
        </ButtonLink>
        <Link to={`${paths.calendar.list.href()}?interpreter=${id}&day=${from}`}>{t('users:inCalendar')}</Link>
      </Head>
      {data?.results.length === 0 ? (
        <None>{t('users:noShifts')}</None>
      ) : (
        <DataTable<Shift>
          label={t('users:tabs.shifts')}
          columns={[
            { key: 'date', label: t('date'), cell: dayOf },
            {
              key: 'time',
              label: t('users:shiftTime'),
              cell: timeOf,
            },
            { key: 'type', label: t('type'), cell: ({ request_type }) => t(`channels.${request_type}`) },
            { key: 'place', label: t('address'), cell: placeOf },
            { key: 'state', label: t('state'), cell: ({ state }) => t(`states.${state}`) },
          ]}
          rows={data?.results}
          expected={10}
          href={({ id: shift, date }) => `${paths.calendar.list.href()}?day=${date}&shift=${shift}`}
          isBusy={isLoading}
        />
      )}
    </Card>
  );
}

const Head = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  padding: ${space(3)} ${space(4)};
  font-variant-numeric: tabular-nums;

  & > span {
    margin-inline-end: auto;
  }
`;

const None = styled.p`
  padding: ${space(4)};
`;
