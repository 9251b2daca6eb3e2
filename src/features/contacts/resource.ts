import type { Contact, NewContact } from '../../../contract/contacts.ts';
import { contacts } from '#api/contacts.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';

/** Important telephone numbers. */
export const resource: Resource<Contact, NewContact, NewContact> = {
  collection: contacts,
  title: 'contacts:title',
  empty: 'contacts:empty',
  emptyText: 'contacts:emptyText',
  nameOf: ({ name }) => name,
  listHref: paths.contacts.list.href(),
  href: ({ id }) => paths.contacts.record.href({ id }),
  addedHref: () => paths.contacts.list.href(),
  add,
  emptyValues: { name: '', phoneNumber: '' },
  valuesOf: ({ name, phoneNumber }) => ({ name, phoneNumber }),
  toBody: (values) => values,
};
