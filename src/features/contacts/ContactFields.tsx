import { useTranslation } from 'react-i18next';
import type { Contact } from '../../../contract/contacts.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name, phone } from '#ui/form/recordChecks.ts';

/** The fields of a contact. */
export function ContactFields({ isNew }: FieldsProps<Contact>) {
  const { t } = useTranslation('contacts');
  return (
    <FieldGroup title={t('contact')}>
      <FormTextField name="name" label={t('name')} validate={name} autoFocus={isNew} />
      <FormTextField name="phoneNumber" type="tel" label={t('phoneNumber')} validate={phone} autoComplete="off" />
    </FieldGroup>
  );
}
