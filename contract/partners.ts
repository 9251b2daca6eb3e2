import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import {
  Address,
  Email,
  form,
  Id,
  Instant,
  Link,
  maybe,
  Name,
  named,
  nullable,
  oneOf,
  partialForm,
  PersonName,
  Phone,
  Slug,
  UploadId,
} from './fields.ts';
import { File } from './files.ts';
import { userOrderings } from './users.ts';

/** A partner organisation (R140). `phone` is the contact's, as in the list's columns (R121). */
export const Partner = named('Partner', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  contact_email: nullable(Type.String(), 'The contact’s e-mail address.'),
  phone: nullable(Type.String(), 'The contact’s telephone number, E.164.'),
  category: nullable(Id),
  category_name: nullable(Type.String()),
  website: nullable(Type.String(), 'The partner’s own site.'),
  custom_website: nullable(Type.String(), 'The link to use instead of the partner’s page under its slug.'),
  slug: Type.String({ description: 'The name of the partner in URLs; unique.' }),
  logo: nullable(File),
  address: nullable(Type.String()),
  visibleInApp: Type.Boolean(),
  display_venue: Type.Boolean({ description: 'Whether the app shows the venues.' }),
  restrict_sessions: Type.Boolean({ description: 'Whether only the partner’s own people may open sessions.' }),
  public_url: nullable(Type.String(), 'The target of the QR code; null if there is none.'),
  users: Type.Integer({ minimum: 0, description: 'How many users belong to it.' }),
  venues: Type.Integer({ minimum: 0, description: 'How many venues are deleted with it.' }),
  videos: Type.Integer({ minimum: 0, description: 'How many videos are deleted with it.' }),
  reservations: Type.Integer({ minimum: 0, description: 'The number of future approved reservations.' }),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type Partner = Static<typeof Partner>;

const editable = {
  name: Name,
  slug: Slug,
  contact_email: maybe(Email),
  phone: maybe(Phone),
  category: maybe(Id),
  website: maybe(Link),
  custom_website: maybe(Link),
  logo: maybe(UploadId),
  address: maybe(Address),
  visibleInApp: Type.Optional(Type.Boolean()),
  display_venue: Type.Optional(Type.Boolean()),
  restrict_sessions: Type.Optional(Type.Boolean()),
};

/** `POST partners/`. Omitted fields are empty, or off. The slug is unique, ignoring case (`slug_taken`). */
export const NewPartner = form('NewPartner', editable);
export type NewPartner = Static<typeof NewPartner>;

/** `PATCH partners/{id}/`: omitted fields stay unchanged. */
export const PartnerChanges = partialForm('PartnerChanges', editable);
export type PartnerChanges = Static<typeof PartnerChanges>;

/** The sort keys of the list: its columns (R121), and the time of creation. */
export const partnerOrderings = ['name', 'address', 'phone', 'visibleInApp', 'created'] as const;

/**
 * `GET partners/`: the query. The search covers name, slug, address, contact and website. The form uses `slug` to check
 * while typing whether a slug is taken.
 */
export const PartnersQuery = listQuery(partnerOrderings, {
  category: Type.Optional(Id),
  visibleInApp: Type.Optional(Type.Boolean()),
  slug: Type.Optional(Type.String({ maxLength: 100, description: 'Exactly this slug, ignoring case.' })),
});
export type PartnersQuery = Static<typeof PartnersQuery>;

/** `GET partners/`: the response. */
export const PartnersPage = page(Partner, 'PartnersPage');

/** The image formats of QR codes. */
export const qrFormats = ['svg', 'png'] as const;
export type QrFormat = (typeof qrFormats)[number];

/** `GET partners/{id}/qr/` and `GET partners/{partner}/venues/{id}/qr/`: the query. */
export const QrQuery = Type.Object({ format: oneOf(qrFormats) }, { additionalProperties: false });

/** The path of a collection of one partner. Malformed ids get 404, not 400. */
export const OfPartnerPath = Type.Object({ partner: Type.String({ maxLength: 100 }) });

/** The path of one record of a partner. */
export const PartnerRecordPath = Type.Object({
  partner: Type.String({ maxLength: 100 }),
  id: Type.String({ maxLength: 100 }),
});

/** `GET partners/{partner}/users/`: the query. The search covers names, e-mail and phone. */
export const PartnerUsersQuery = listQuery(userOrderings, {});

/** `POST partners/{partner}/users/` (Q12): a user of the partner, with the role `partner`. */
export const NewPartnerUser = form('NewPartnerUser', {
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  phone: maybe(Phone),
  role: Type.Optional(Type.Unsafe<'partner'>(Type.Enum(['partner'], { description: 'Always `partner`.' }))),
});
export type NewPartnerUser = Static<typeof NewPartnerUser>;
