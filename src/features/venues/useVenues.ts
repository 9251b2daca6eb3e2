import { useMemo } from 'react';
import type { NewVenue, Venue } from '../../../contract/venues.ts';
import { venuesOf } from '#api/venues.ts';
import type { Resource } from '#crud/resource.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';

/** The form values of a venue. Null becomes an empty text. */
type VenueValues = { name: string; address: string };

/** The venues of the partner in the address. */
export function useVenues(): Resource<Venue, NewVenue, VenueValues> {
  const { partner = '' } = useParams();
  return useMemo(
    () => ({
      collection: venuesOf(partner),
      title: 'venues:title',
      empty: 'venues:empty',
      emptyText: 'venues:emptyText',
      nameOf: ({ name }) => name,
      listHref: paths.venues.list.href({ partner }),
      href: ({ id }) => paths.venues.record.href({ partner, id }),
      add: { label: 'venues:add', href: paths.venues.create.href({ partner }), kind: 'venues' },
      emptyValues: { name: '', address: '' },
      valuesOf: ({ name, address }) => ({ name, address: address ?? '' }),
      toBody: ({ name, address }) => ({ name: name.trim(), address: address.trim() || null }),
    }),
    [partner],
  );
}
