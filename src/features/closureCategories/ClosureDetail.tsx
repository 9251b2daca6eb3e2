import { useTranslation } from 'react-i18next';
import { EditPage } from '#crud/EditPage.tsx';
import { useMayWrite } from '#session/useMayWrite.ts';
import { ClosureFields } from './ClosureFields.tsx';
import { resource } from './resource.ts';
import { Subcategories } from './Subcategories.tsx';

/** One category and its subcategories: `/dashboard/closure/{id}`. */
export function ClosureDetail() {
  const { t } = useTranslation('closureCategories');
  const mayWrite = useMayWrite('closure_categories');
  return (
    <EditPage
      resource={resource}
      Fields={ClosureFields}
      // Why it cannot be deleted.
      description={({ can, subcategories }) =>
        mayWrite && !can.delete && t(subcategories.length > 0 ? 'staysHasOwn' : 'staysInUse')
      }
      renderAfter={(category) => <Subcategories category={category} />}
    />
  );
}
