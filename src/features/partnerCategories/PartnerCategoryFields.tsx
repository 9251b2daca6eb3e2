import { useTranslation } from 'react-i18next';
import type { PartnerCategory } from '../../../contract/partnerCategories.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { NameField } from '#domain/NameField.tsx';

/** The field of a category. */
export function PartnerCategoryFields(props: FieldsProps<PartnerCategory>) {
  const { t } = useTranslation('partnerCategories');
  return <NameField {...props} title={t('one')} label={t('name')} />;
}
