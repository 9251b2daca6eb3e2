import { useTranslation } from 'react-i18next';
import { departments } from '#api/departments.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { paths } from '#paths.ts';
import { DepartmentFields } from './DepartmentFields.tsx';

/** One of them: `/dashboard/departments/{id}`. */
export function DepartmentsDetail() {
  const { t } = useTranslation('departments');
  return (
    <EditPage
      list={{ label: t('title'), href: paths.departments.href() }}
      collection={departments}
      valuesOf={({ name }) => ({ name })}
      toBody={(values) => values}
      nameOf={({ name }) => name}
      renderFields={({ can }) => <DepartmentFields isReadOnly={!can.update} />}
    />
  );
}
