import type { Reservation } from '../../../contract/reservations.ts';
import { LiveReads } from '#api/query.ts';
import { ListPage } from '#crud/ListPage.tsx';
import type { Column } from '#crud/List.tsx';
import { Updated } from '#domain/Updated.tsx';
import { Day } from '#domain/DateTime.tsx';
import { useSearchParams } from '#lib/router.ts';
import { resource } from './resource.ts';
import { Status } from './Status.tsx';
import { PlaceName } from './PlaceName.tsx';
import { WebLink } from './WebLink.tsx';
import { useReservationFilters } from './useReservationFilters.ts';
import { Worklist } from './Worklist.tsx';

/** How often the list is polled while the page is visible, in milliseconds. */
const refreshEvery = 30_000;

/** The columns of the list (R125). */
export const columns = [
  { key: 'name', label: 'reservations:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'start', label: 'reservations:start', sortBy: 'start', cell: ({ start }) => <Day at={start} /> },
  { key: 'time', label: 'reservations:time', cell: ({ time }) => <bdi dir="ltr">{time}</bdi> },
  { key: 'type', label: 'reservations:type', sortBy: 'type', cell: ({ type }) => <PlaceName type={type} /> },
  { key: 'address', label: 'reservations:address', sortBy: 'address', cell: ({ address }) => address ?? '–' },
  {
    key: 'link',
    label: 'reservations:link',
    cell: ({ link }) => (link ? <WebLink to={link} /> : '–'),
    title: ({ link }) => link ?? undefined,
  },
  { key: 'status', label: 'reservations:status', sortBy: 'status', cell: (item) => <Status reservation={item} /> },
] satisfies Column<Reservation>[];

/** Whether only future reservations are listed: then the next one comes first. */
const isAhead = (address: URLSearchParams) =>
  ['open', 'unfilled', 'short', 'uncovered'].some((name) => address.get(name) === 'true') ||
  address.get('past') === 'false';

/** The reservations, and links to those that need work: `/dashboard/reservations`. */
export function ReservationsList() {
  const filters = useReservationFilters();
  const [address] = useSearchParams();
  return (
    <LiveReads path={resource.collection.path} every={refreshEvery}>
      <ListPage
        resource={resource}
        columns={columns}
        defaultOrdering={isAhead(address) ? 'start' : '-start'}
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
