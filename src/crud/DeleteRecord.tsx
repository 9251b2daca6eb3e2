import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useInvalidate } from '#api/query.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
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
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await collection.remove(id);
    setAsking(false);
    toast({ title: t('deletedNamed', { name }), tone: 'success' });
    // Before the reads are refreshed: the record's own would only find that it is gone.
    await navigate(listHref, { replace: true, state: { isDecided: true } });
    await invalidate(collection.path);
  };
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} onPress={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('deleteTitle', { name })}
        confirm={t('delete')}
        act={remove}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </>
  );
}
