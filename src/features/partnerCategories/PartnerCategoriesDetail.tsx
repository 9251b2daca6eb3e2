import { useTranslation } from 'react-i18next';
import { partnerCategories } from '#api/partnerCategories.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { paths } from '#paths.ts';
import { PartnerCategoryFields } from './PartnerCategoryFields.tsx';

/** One of them: `/dashboard/partners/categories/{id}`. */
export function PartnerCategoriesDetail() {
  const { t } = useTranslation('partnerCategories');
  return (
    <EditPage
      list={{ label: t('title'), href: paths.partnerCategories.href() }}
      collection={partnerCategories}
      valuesOf={({ name }) => ({ name })}
      toBody={(values) => values}
      nameOf={({ name }) => name}
      renderFields={({ can }) => <PartnerCategoryFields isReadOnly={!can.update} />}
    />
  );
}
