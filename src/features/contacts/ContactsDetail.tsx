import { useTranslation } from 'react-i18next';
import { contacts } from '#api/contacts.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { paths } from '#paths.ts';
import { ContactFields, valuesOf } from './ContactFields.tsx';

/** One contact: `/dashboard/contacts/{id}`. */
export function ContactsDetail() {
  const { t } = useTranslation('contacts');
  return (
    <EditPage
      list={{ label: t('title'), href: paths.contacts.href() }}
      collection={contacts}
      valuesOf={valuesOf}
      toBody={(values) => values}
      nameOf={({ name }) => name}
      renderFields={({ can }) => <ContactFields isReadOnly={!can.update} />}
    />
  );
}
