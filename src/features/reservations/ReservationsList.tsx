import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reservation, ReservationStatus } from '../../../contract/reservations.ts';
import { locationTypes } from '../../../contract/interpretations.ts';
import { LiveReads } from '#api/query.ts';
import { ListPage } from '#crud/ListPage.tsx';
import type { Column } from '#crud/List.tsx';
import { Updated } from '#domain/Updated.tsx';
import { useDayFilters } from '#domain/useDayFilters.ts';
import { useInterpreterChoices } from '#domain/useInterpreterChoices.ts';
import { Day } from '#domain/When.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { resource } from './resource.ts';
import { Status } from './Status.tsx';
import { PlaceName } from './PlaceName.tsx';
import { WebLink } from './WebLink.tsx';
import { Worklist } from './Worklist.tsx';

const statuses: readonly ReservationStatus[] = ['pending', 'approved', 'rejected', 'cancelled'];

/** How often the list is asked for again while somebody looks, in milliseconds. */
const refreshEvery = 30_000;

/** The columns of the list (specification §2). */
const columns = [
  { key: 'name', label: 'reservations:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'start', label: 'reservations:start', sortBy: 'start', cell: ({ start }) => <Day at={start} /> },
  { key: 'time', label: 'reservations:time', cell: ({ time }) => <bdi dir="ltr">{time}</bdi> },
  { key: 'type', label: 'reservations:type', sortBy: 'type', cell: ({ type }) => <PlaceName type={type} /> },
  { key: 'address', label: 'reservations:address', sortBy: 'address', cell: ({ address }) => address ?? '–' },
  { key: 'link', label: 'reservations:link', cell: ({ link }) => <WebLink to={link} /> },
  { key: 'status', label: 'reservations:status', sortBy: 'status', cell: (item) => <Status of={item} /> },
] satisfies Column<Reservation>[];

/** Who asked for what ahead of time, what waits for an answer first: `/dashboard/reservations`. */
export function ReservationsList() {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const interpreters = useInterpreterChoices();
  const days = useDayFilters({ since: t('since'), until: t('until') });
  const filters = useMemo(() => {
    const yesNo = (yes: string, no: string) => [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ];
    return [
      { name: 'open', label: t('work'), choices: [{ value: 'true', label: t('open') }] },
      {
        name: 'status',
        label: t('status'),
        choices: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        isMany: true,
      },
      ...days,
      { name: 'past', label: t('when'), choices: yesNo(t('past'), t('toCome')) },
      ...(flags.live
        ? [
            {
              name: 'type',
              label: t('type'),
              choices: locationTypes.map((value) => ({ value, label: t(`types.${value}`) })),
            },
          ]
        : []),
      ...(flags.emergencySchedules
        ? [{ name: 'emergency', label: t('urgency'), choices: yesNo(t('emergency'), t('noEmergency')) }]
        : []),
      ...(interpreters.length > 0
        ? [{ name: 'interpreter', label: t('interpreters'), choices: interpreters, isMany: true }]
        : []),
    ];
  }, [t, flags, interpreters, days]);
  return (
    <LiveReads path={resource.collection.path} every={refreshEvery}>
      <ListPage
        of={resource}
        columns={columns}
        defaultOrdering="-start"
        filters={filters}
        description={
          <>
            <Updated /> <Worklist />
          </>
        }
      />
    </LiveReads>
  );
}
