import { EditPage } from '#crud/EditPage.tsx';
import { ClosureFields } from './ClosureFields.tsx';
import { resource } from './resource.ts';
import { Subcategories } from './Subcategories.tsx';

/** One category, and those below it: `/dashboard/closure/{id}`. */
export function ClosureDetail() {
  return (
    <EditPage of={resource} Fields={ClosureFields} renderAfter={(category) => <Subcategories category={category} />} />
  );
}
