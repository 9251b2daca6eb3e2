import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { email } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { optional, personName, phone } from '#ui/form/recordChecks.ts';

type PersonFieldsProps = {
  isNew: boolean;
  /** Whether the e-mail may be changed here, and the description of its field. */
  email?: { isReadOnly: boolean; description: string };
  children?: ReactNode;
};

/** Names, e-mail and telephone of a person. The page needs the namespace `users`. */
export function PersonFields({ isNew, email: emailProps, children }: PersonFieldsProps) {
  const { t } = useTranslation('users');
  return (
    <FieldGroup title={t('person')}>
      <FormTextField
        name="first_name"
        label={t('first_name')}
        validate={personName}
        autoComplete="off"
        autoFocus={isNew}
      />
      <FormTextField name="last_name" label={t('last_name')} validate={personName} autoComplete="off" />
      <FormTextField {...emailProps} name="email" type="email" label={t('email')} validate={email} autoComplete="off" />
      <FormTextField name="phone" type="tel" label={t('phone')} validate={optional(phone)} autoComplete="off" />
      {children}
    </FieldGroup>
  );
}
