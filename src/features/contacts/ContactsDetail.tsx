import { EditPage } from '#crud/EditPage.tsx';
import { ContactFields } from './ContactFields.tsx';
import { resource } from './resource.ts';

/** One contact: `/dashboard/contacts/{id}`. */
export function ContactsDetail() {
  return <EditPage of={resource} Fields={ContactFields} />;
}
