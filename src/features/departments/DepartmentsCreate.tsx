import { useTranslation } from 'react-i18next';
import { departments } from '#api/departments.ts';
import { CreateForm } from '#crud/CreateForm.tsx';
import { paths } from '#paths.ts';
import { DepartmentFields } from './DepartmentFields.tsx';

/** Adds one: `/dashboard/departments/create`. */
export function DepartmentsCreate() {
  const { t } = useTranslation('departments');
  return (
    <CreateForm
      title={t('add')}
      list={{ label: t('title'), href: paths.departments.href() }}
      collection={departments}
      initialValues={{ name: '' }}
      toBody={(values) => values}
      nameOf={({ name }) => name}
      href={() => paths.departments.href()}
    >
      <DepartmentFields isNew />
    </CreateForm>
  );
}
