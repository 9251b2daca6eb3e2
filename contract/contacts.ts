import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { Id, Instant, Name, Phone } from './fields.ts';

/** A contact (specification §3). */
export const Contact = Type.Object(
  {
    id: Id,
    etag: Etag,
    name: Type.String(),
    phoneNumber: Type.String({ description: 'E.164.' }),
    created: Instant,
    can: verdicts(['update', 'delete']),
  },
  { $id: 'Contact' },
);
export type Contact = Static<typeof Contact>;

/** A contact is a place that is called, such as a front desk: its name is that of a thing (Q15). */
const editable = { name: Name, phoneNumber: Phone };

/** `POST contacts/`. */
export const NewContact = Type.Object(editable, { $id: 'NewContact', additionalProperties: false });
export type NewContact = Static<typeof NewContact>;

/** `PATCH contacts/{id}/`: what is left out stays as it is. */
export const ContactChanges = Type.Partial(Type.Object(editable), {
  $id: 'ContactChanges',
  additionalProperties: false,
});
export type ContactChanges = Static<typeof ContactChanges>;

/** What the list may be ordered by. */
export const contactOrderings = ['name', 'phoneNumber', 'created'] as const;

/** `GET contacts/`: the query. The search looks at name and number. */
export const ContactsQuery = listQuery(contactOrderings, {});
export type ContactsQuery = Static<typeof ContactsQuery>;

/** `GET contacts/`: the answer. */
export const ContactsPage = page(Contact, 'ContactsPage');
