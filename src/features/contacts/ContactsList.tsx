import type { Contact } from '../../../contract/contacts.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { resource } from './resource.ts';

const columns = [
  { key: 'name', label: 'contacts:name', sortBy: 'name', cell: ({ name }) => name },
  {
    key: 'phoneNumber',
    label: 'contacts:phoneNumber',
    sortBy: 'phoneNumber',
    // Telephone numbers read from left to right in every script.
    cell: ({ phoneNumber }) => <bdi dir="ltr">{phoneNumber}</bdi>,
  },
] satisfies Column<Contact>[];

/** The contacts: `/dashboard/contacts`. */
export function ContactsList() {
  return <ListPage resource={resource} columns={columns} defaultOrdering="name" />;
}
