import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { Address, Id, Instant, maybe, Name } from './fields.ts';

/** A venue of a partner (Q12: name, address, QR code). */
export const Venue = Type.Object(
  {
    id: Id,
    etag: Etag,
    partner: Id,
    name: Type.String(),
    address: Type.Union([Type.String(), Type.Null()]),
    public_url: Type.Union([Type.String(), Type.Null()], {
      description: 'The target of the QR code; null if the partner has none.',
    }),
    created: Instant,
    can: verdicts(['update', 'delete']),
  },
  { $id: 'Venue' },
);
export type Venue = Static<typeof Venue>;

const editable = { name: Name, address: maybe(Address) };

/** `POST partners/{partner}/venues/`. */
export const NewVenue = Type.Object(editable, { $id: 'NewVenue', additionalProperties: false });
export type NewVenue = Static<typeof NewVenue>;

/** `PATCH partners/{partner}/venues/{id}/`: omitted fields stay unchanged. */
export const VenueChanges = Type.Partial(Type.Object(editable), { $id: 'VenueChanges', additionalProperties: false });
export type VenueChanges = Static<typeof VenueChanges>;

/** The sort keys of the list. */
export const venueOrderings = ['name', 'address', 'created'] as const;

/** `GET partners/{partner}/venues/`: the query. The search covers name and address. */
export const VenuesQuery = listQuery(venueOrderings, {});
export type VenuesQuery = Static<typeof VenuesQuery>;

/** `GET partners/{partner}/venues/`: the response. */
export const VenuesPage = page(Venue, 'VenuesPage');
