import { useTranslation } from 'react-i18next';
import { contacts } from '#api/contacts.ts';
import { CreateForm } from '#crud/CreateForm.tsx';
import { paths } from '#paths.ts';
import { ContactFields } from './ContactFields.tsx';

/** Adds a contact: `/dashboard/contacts/create`. */
export function ContactsCreate() {
  const { t } = useTranslation('contacts');
  return (
    <CreateForm
      title={t('add')}
      list={{ label: t('title'), href: paths.contacts.href() }}
      collection={contacts}
      initialValues={{ name: '', phoneNumber: '' }}
      toBody={(values) => values}
      nameOf={({ name }) => name}
      href={() => paths.contacts.href()}
    >
      <ContactFields isNew />
    </CreateForm>
  );
}
