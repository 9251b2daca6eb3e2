import { useTranslation } from 'react-i18next';
import { closureCategories } from '#api/closureCategories.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { paths } from '#paths.ts';
import { ClosureFields, toCategory, valuesOf } from './ClosureFields.tsx';
import { Subcategories } from './Subcategories.tsx';

/** One category, and those below it: `/dashboard/closure/{id}`. */
export function ClosureDetail() {
  const { t } = useTranslation('closure');
  return (
    <EditPage
      list={{ label: t('nav'), href: paths.closure.href() }}
      collection={closureCategories}
      valuesOf={valuesOf}
      toBody={toCategory}
      nameOf={({ title }) => title}
      renderFields={(category) => <ClosureFields self={category} />}
      renderMore={(category) => <Subcategories category={category} />}
    />
  );
}
