import { CreatePage } from '#crud/CreatePage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { useVenues } from './useVenues.ts';
import { VenueFields } from './VenueFields.tsx';

/** Adds a venue to a partner: `/dashboard/partners/{partnerId}/venues/create`. */
export function VenuesCreate() {
  return <CreatePage resource={useVenues()} Fields={VenueFields} crumbs={usePartnerCrumbs()} />;
}
