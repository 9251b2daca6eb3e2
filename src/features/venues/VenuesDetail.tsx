import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { QrCard } from '#domain/QrCard.tsx';
import { useParams } from '#lib/router.ts';
import { useVenues } from './useVenues.ts';
import { VenueFields } from './VenueFields.tsx';

/** One venue and its QR code: `/dashboard/partners/{partnerId}/venues/{venueId}`. */
export function VenuesDetail() {
  const venues = useVenues();
  const { partner = '' } = useParams();
  const { data } = useQuery(partners.one(partner));
  return (
    <EditPage
      resource={venues}
      Fields={VenueFields}
      crumbs={usePartnerCrumbs()}
      renderAside={({ id, name, public_url }) =>
        data && (
          <QrCard
            path={`${venues.collection.path}${id}/`}
            name={name}
            fileNames={[data.slug, name]}
            leadsTo={public_url}
          />
        )
      }
    />
  );
}
