import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { usePeopleChanged } from '#domain/coverage/usePeopleChanged.ts';
import { toast } from '#ui/toast.ts';

/** Rejects a user after a question. */
export function RejectDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const changed = usePeopleChanged();
  return (
    <PeopleActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('rejectTitle', { email: user.email })}
      confirm={t('reject')}
      query={{ act: 'reject', id: [user.id] }}
      initialValues={{}}
      send={async (_, reservations) => {
        await users.reject(user.id, { reservations });
      }}
      onDone={() => {
        toast({ title: t('done.reject', { email: user.email }), tone: 'success' });
        void changed();
      }}
    >
      <p>{t('rejectText')}</p>
    </PeopleActionDialog>
  );
}
