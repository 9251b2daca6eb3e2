import { EditPage } from '#crud/EditPage.tsx';
import { ClosureFields } from './ClosureFields.tsx';
import { resource } from './resource.ts';
import { Subcategories } from './Subcategories.tsx';

/** One category and its subcategories: `/dashboard/closure/{id}`. */
export function ClosureDetail() {
  return (
    <EditPage
      resource={resource}
      Fields={ClosureFields}
      renderAside={(category) => <Subcategories category={category} />}
    />
  );
}
