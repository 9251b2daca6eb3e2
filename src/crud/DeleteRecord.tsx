import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useInvalidate } from '#api/query.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { toast } from '#ui/toast.ts';

type DeleteRecordProps = {
  name: string;
  collection: { path: string; remove: (id: string) => Promise<void> };
  id: string;
  /** The list that one comes back to. */
  listHref: string;
};

/** Deletes a record after a question that names it, and leads back to its list. */
export function DeleteRecord({ name, collection, id, listHref }: DeleteRecordProps) {
  const { t } = useTranslation('crud');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const remove = async () => {
    await collection.remove(id);
    toast({ title: t('deletedNamed', { name }), tone: 'success' });
    // Before the reads are refreshed: the record's own would only find that it is gone.
    await navigate(listHref, { replace: true, state: { isDecided: true } });
    await invalidate(collection.path);
  };
  return <DeleteButton question={t('deleteTitle', { name })} act={remove} />;
}
