import type { Venue } from '../../../contract/venues.ts';
import { AddButton } from '#crud/AddButton.tsx';
import { type Column, List } from '#crud/List.tsx';
import { PartnerPage } from '#domain/PartnerPage.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useVenues } from './useVenues.ts';

const columns = [
  { key: 'name', label: 'venues:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'address', label: 'venues:address', sortBy: 'address', cell: ({ address }) => address ?? '–' },
  { key: 'created', label: 'venues:created', sortBy: 'created', cell: ({ created }) => <DateTime at={created} /> },
] satisfies Column<Venue>[];

/** The venues of a partner: `/dashboard/partners/{partnerId}/venues`. */
export function VenuesList() {
  const venues = useVenues();
  return (
    <PartnerPage action={<AddButton resource={venues} />}>
      <List resource={venues} columns={columns} defaultOrdering="name" />
    </PartnerPage>
  );
}
