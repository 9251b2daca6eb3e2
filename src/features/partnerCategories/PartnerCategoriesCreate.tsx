import { useTranslation } from 'react-i18next';
import { partnerCategories } from '#api/partnerCategories.ts';
import { CreateForm } from '#crud/CreateForm.tsx';
import { paths } from '#paths.ts';
import { PartnerCategoryFields } from './PartnerCategoryFields.tsx';

/** Adds one: `/dashboard/partners/categories/create`. */
export function PartnerCategoriesCreate() {
  const { t } = useTranslation('partnerCategories');
  return (
    <CreateForm
      title={t('add')}
      list={{ label: t('title'), href: paths.partnerCategories.href() }}
      collection={partnerCategories}
      initialValues={{ name: '' }}
      toBody={(values) => values}
      nameOf={({ name }) => name}
      href={() => paths.partnerCategories.href()}
    >
      <PartnerCategoryFields isNew />
    </CreateForm>
  );
}
