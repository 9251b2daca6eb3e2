import { EditPage } from '#crud/EditPage.tsx';
import { PartnerCategoryFields } from './PartnerCategoryFields.tsx';
import { resource } from './resource.ts';

/** One of them: `/dashboard/partners/categories/{id}`. */
export function PartnerCategoriesDetail() {
  return <EditPage of={resource} Fields={PartnerCategoryFields} />;
}
