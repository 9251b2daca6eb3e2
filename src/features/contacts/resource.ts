import type { Contact, NewContact } from '../../../contract/contacts.ts';
import { contacts } from '#api/contacts.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** Important telephone numbers. */
export const resource: Resource<Contact, NewContact, NewContact> = {
  ...pagesOf('contacts'),
  collection: contacts,
  nameOf: ({ name }) => name,
  addedHref: () => paths.contacts.list.href(),
  emptyValues: { name: '', phoneNumber: '' },
  valuesOf: ({ name, phoneNumber }) => ({ name, phoneNumber }),
  toBody: (values) => values,
};
