import type { Contact } from '../../../contract/contacts.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { PhoneLink } from '#ui/ContactLink.tsx';
import { resource } from './resource.ts';

const columns = [
  { key: 'name', label: 'contacts:name', sortBy: 'name', cell: ({ name }) => name },
  {
    key: 'phoneNumber',
    label: 'contacts:phoneNumber',
    sortBy: 'phoneNumber',
    cell: ({ phoneNumber }) => <PhoneLink number={phoneNumber} />,
  },
] satisfies Column<Contact>[];

/** The contacts: `/dashboard/contacts`. */
export function ContactsList() {
  return <ListPage resource={resource} columns={columns} defaultOrdering="name" />;
}
