import { CreatePage } from '#crud/CreatePage.tsx';
import { PartnerCategoryFields } from './PartnerCategoryFields.tsx';
import { resource } from './resource.ts';

/** Adds one: `/dashboard/partners/categories/create`. */
export function PartnerCategoriesCreate() {
  return <CreatePage of={resource} Fields={PartnerCategoryFields} />;
}
