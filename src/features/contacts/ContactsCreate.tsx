import { CreatePage } from '#crud/CreatePage.tsx';
import { ContactFields } from './ContactFields.tsx';
import { resource } from './resource.ts';

/** Adds a contact: `/dashboard/contacts/create`. */
export function ContactsCreate() {
  return <CreatePage of={resource} Fields={ContactFields} />;
}
