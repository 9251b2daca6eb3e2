import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Instant, Name, named, partialForm, Phone } from './fields.ts';

/** A contact (R143). */
export const Contact = named('Contact', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  phoneNumber: Type.String({ description: 'E.164.' }),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type Contact = Static<typeof Contact>;

/** A contact is a place such as a front desk, so its name follows the rule for titles, not for names of people (Q15). */
const editable = { name: Name, phoneNumber: Phone };

/** `POST contacts/`. */
export const NewContact = form('NewContact', editable);
export type NewContact = Static<typeof NewContact>;

/** `PATCH contacts/{id}/`: omitted fields stay unchanged. */
export const ContactChanges = partialForm('ContactChanges', editable);
export type ContactChanges = Static<typeof ContactChanges>;

/** The sort keys of the list. */
export const contactOrderings = ['name', 'phoneNumber', 'created'] as const;

/** `GET contacts/`: the query. The search covers name and number. */
export const ContactsQuery = listQuery(contactOrderings, {});
export type ContactsQuery = Static<typeof ContactsQuery>;

/** `GET contacts/`: the response. */
export const ContactsPage = page(Contact, 'ContactsPage');
