import { useTranslation } from 'react-i18next';
import type { NewUser, User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import type { ChangeDialogProps } from '#crud/EditForm.tsx';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { fullName } from '#domain/personName.ts';

/** Asks before the role of a user changes. */
export function ChangeRoleDialog({ record, changes, save, onClose }: ChangeDialogProps<User, NewUser>) {
  const { t } = useTranslation('users');
  const role = changes.role ?? record.role;
  return (
    <PeopleActionDialog
      isOpen
      onClose={onClose}
      title={t('roleTitle', { name: fullName(record) })}
      confirm={t('changeRole')}
      query={{ act: 'change_role', id: [record.id], role }}
      initialValues={{}}
      send={(_, reservations) => save((id, etag, sent) => users.update(id, etag, { ...sent, reservations }))}
    >
      <p>
        {t(`roles.${record.role}`)} → {t(`roles.${role}`)}
      </p>
    </PeopleActionDialog>
  );
}
