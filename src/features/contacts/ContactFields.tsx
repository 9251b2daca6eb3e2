import { useTranslation } from 'react-i18next';
import type { Contact, NewContact } from '../../../contract/contacts.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name, phone } from '#ui/form/recordChecks.ts';

/** A contact as its form holds one. */
export function valuesOf({ name: called, phoneNumber }: Contact): NewContact {
  return { name: called, phoneNumber };
}

/** Every field of a contact. */
export function ContactFields({ isReadOnly = false, isNew = false }: { isReadOnly?: boolean; isNew?: boolean }) {
  const { t } = useTranslation('contacts');
  return (
    <FieldGroup title={t('contact')}>
      <FormTextField name="name" label={t('name')} validate={name} isReadOnly={isReadOnly} autoFocus={isNew} />
      <FormTextField
        name="phoneNumber"
        type="tel"
        label={t('phoneNumber')}
        validate={phone}
        isReadOnly={isReadOnly}
        autoComplete="off"
      />
    </FieldGroup>
  );
}
