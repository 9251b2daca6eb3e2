import { useTranslation } from 'react-i18next';
import { useQuery } from '#api/query.ts';
import { venuesOf } from '#api/venues.ts';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import { useFormValues, useSetFormValue } from '#ui/form/formState.ts';
import { Select } from '#ui/Select.tsx';
import type { ReservationValues } from './reservationForm.ts';

/** The venues of the chosen partner, of which one fills in the address; nothing if there are none with an address. */
export function VenueField() {
  const { t } = useTranslation('reservations');
  const setValue = useSetFormValue();
  const { partner, address } = useFormValues<ReservationValues>();
  const id = decodeChoice(partner)?.value;
  const { data } = useQuery(id ? venuesOf(id).list({ page_size: 100, ordering: 'name' }) : null, {
    keepPreviousData: false,
  });
  const venues = data?.results.filter((venue) => venue.address !== null) ?? [];
  if (!id || venues.length === 0) return null;
  return (
    <Select
      label={t('venue')}
      description={t('venueHint')}
      choices={venues.map((venue) => ({ value: venue.id, label: `${venue.name}, ${venue.address}` }))}
      value={venues.find((venue) => venue.address === address)?.id ?? null}
      onChange={(chosen) => setValue('address', venues.find((venue) => venue.id === chosen)?.address ?? '')}
    />
  );
}
