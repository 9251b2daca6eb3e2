import { useTranslation } from 'react-i18next';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';

/** Its one field. */
export function PartnerCategoryFields({
  isReadOnly = false,
  isNew = false,
}: {
  isReadOnly?: boolean;
  isNew?: boolean;
}) {
  const { t } = useTranslation('partnerCategories');
  return (
    <FieldGroup title={t('one')}>
      <FormTextField name="name" label={t('name')} validate={name} isReadOnly={isReadOnly} autoFocus={isNew} />
    </FieldGroup>
  );
}
