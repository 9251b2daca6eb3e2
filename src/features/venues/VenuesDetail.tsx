import { EditPage } from '#crud/EditPage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { QrCard } from '#domain/QrCard.tsx';
import { useVenues } from './useVenues.ts';
import { VenueFields } from './VenueFields.tsx';

/** One venue and its QR code: `/dashboard/partners/{partnerId}/venues/{venueId}`. */
export function VenuesDetail() {
  const venues = useVenues();
  return (
    <EditPage
      resource={venues}
      Fields={VenueFields}
      crumbs={usePartnerCrumbs()}
      renderAside={({ id, name, public_url }) => (
        <QrCard path={`${venues.collection.path}${id}/`} name={name} fileName={name} leadsTo={public_url} />
      )}
    />
  );
}
