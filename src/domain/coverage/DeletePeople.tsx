import { useTranslation } from 'react-i18next';
import type { DeleteDialogProps } from '#crud/resource.ts';
import { PeopleActionDialog } from './PeopleActionDialog.tsx';

/** Asks before people are deleted. */
export function DeletePeople({ ids, remove, children, ...question }: DeleteDialogProps) {
  const { t } = useTranslation(['crud', 'users']);
  return (
    <PeopleActionDialog
      {...question}
      confirm={t('delete')}
      query={{ act: 'delete', id: ids }}
      initialValues={{}}
      send={(_, decisions) => remove(decisions)}
    >
      <div>
        {children}
        {t('deleteText')}
      </div>
      <p>{t('users:deleteKeeps')}</p>
    </PeopleActionDialog>
  );
}
