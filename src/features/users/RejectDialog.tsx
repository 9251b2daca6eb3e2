import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { usePeopleChanged } from '#domain/coverage/usePeopleChanged.ts';
import { fullName } from '#domain/personName.ts';
import { toast } from '#ui/toast.ts';
import { RejectionReason } from './RejectionReason.tsx';

/** Rejects a user after a question. */
export function RejectDialog({
  user,
  isOpen,
  onClose,
  onRejected,
}: {
  user: User;
  isOpen: boolean;
  onClose: () => void;
  onRejected: () => void;
}) {
  const { t } = useTranslation('users');
  const changed = usePeopleChanged();
  const rejected = useRef<User | null>(null);
  return (
    <PeopleActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('rejectTitle', { name: fullName(user) })}
      confirm={t('reject')}
      query={{ act: 'reject', id: [user.id] }}
      initialValues={{ reason: '' }}
      send={async (values, reservations) => {
        rejected.current = await users.reject(user.id, { reason: values.reason.trim() || undefined, reservations });
      }}
      onDone={() => {
        toast({ title: t('done.reject', { name: fullName(user) }), tone: 'success' });
        onRejected();
        void changed(rejected.current);
      }}
    >
      <p>{t('rejectText')}</p>
      <RejectionReason />
    </PeopleActionDialog>
  );
}
