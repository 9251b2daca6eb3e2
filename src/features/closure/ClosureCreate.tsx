import { useTranslation } from 'react-i18next';
import { closureCategories } from '#api/closureCategories.ts';
import { CreateForm } from '#crud/CreateForm.tsx';
import { paths } from '#paths.ts';
import { ClosureFields, toCategory } from './ClosureFields.tsx';

/** Adds a category: `/dashboard/closure/create`. */
export function ClosureCreate() {
  const { t } = useTranslation('closure');
  return (
    <CreateForm
      title={t('add')}
      list={{ label: t('nav'), href: paths.closure.href() }}
      collection={closureCategories}
      initialValues={{ title: '', parent: '', group: '' }}
      toBody={toCategory}
      nameOf={({ title }) => title}
      href={({ id }) => paths.closureCategory.href({ id })}
    >
      <ClosureFields isNew />
    </CreateForm>
  );
}
