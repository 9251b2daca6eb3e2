import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { Address, form, Id, Instant, maybe, Name, named, nullable, partialForm } from './fields.ts';

/** A venue of a partner (Q12: name, address, QR code). */
export const Venue = named('Venue', {
  id: Id,
  etag: Etag,
  partner: Id,
  name: Type.String(),
  address: nullable(Type.String()),
  public_url: nullable(Type.String(), 'The target of the QR code; null if the partner has none.'),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type Venue = Static<typeof Venue>;

const editable = { name: Name, address: maybe(Address) };

/** `POST partners/{partner}/venues/`. */
export const NewVenue = form('NewVenue', editable);
export type NewVenue = Static<typeof NewVenue>;

/** `PATCH partners/{partner}/venues/{id}/`: omitted fields stay unchanged. */
export const VenueChanges = partialForm('VenueChanges', editable);
export type VenueChanges = Static<typeof VenueChanges>;

/** The sort keys of the list. */
export const venueOrderings = ['name', 'address', 'created'] as const;

/** `GET partners/{partner}/venues/`: the query. The search covers name and address. */
export const VenuesQuery = listQuery(venueOrderings, {});
export type VenuesQuery = Static<typeof VenuesQuery>;

/** `GET partners/{partner}/venues/`: the response. */
export const VenuesPage = page(Venue, 'VenuesPage');
