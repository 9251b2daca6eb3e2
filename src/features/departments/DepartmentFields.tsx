import { useTranslation } from 'react-i18next';
import type { Department } from '../../../contract/departments.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { NameField } from '#domain/NameField.tsx';

/** The field of a department. */
export function DepartmentFields(props: FieldsProps<Department>) {
  const { t } = useTranslation('departments');
  return <NameField {...props} title={t('one')} label={t('name')} />;
}
