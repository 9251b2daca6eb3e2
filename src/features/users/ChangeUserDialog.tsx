import { useTranslation } from 'react-i18next';
import { mayLackLanguages } from '../../../contract/interpretingCodes.ts';
import type { NewUser, User, UserChanges } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import type { ChangeDialogProps } from '#crud/EditForm.tsx';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { fullName } from '#domain/personName.ts';
import { useValueFormatter } from './useValueFormatter.ts';

/** Whether changes of a user may take an interpreter away from reservations: another role, or fewer languages. */
export function takesAway({ role, languages }: UserChanges, user: User): boolean {
  const lacks = user.role === 'interpreter' && mayLackLanguages(user.languages, languages ?? user.languages);
  return role !== undefined || lacks;
}

/** Asks before the role or the languages of a user change. */
export function ChangeUserDialog({ record, changes, save, onClose }: ChangeDialogProps<User, NewUser>) {
  const { t } = useTranslation('users');
  const format = useValueFormatter();
  const id = [record.id];
  const name = fullName(record);
  const { role, languages = record.languages } = changes;
  const asked = role
    ? {
        title: t('roleTitle', { name }),
        confirm: t('changeRole'),
        query: { act: 'change_role' as const, id, role },
        change: `${t(`roles.${record.role}`)} → ${t(`roles.${role}`)}`,
      }
    : {
        title: t('languagesTitle', { name }),
        confirm: t('changeLanguages'),
        query: { act: 'change_languages' as const, id, languages },
        change: `${format('languages', record.languages) || '–'} → ${format('languages', languages)}`,
      };
  return (
    <PeopleActionDialog
      isOpen
      onClose={onClose}
      title={asked.title}
      confirm={asked.confirm}
      query={asked.query}
      initialValues={{}}
      send={(_, reservations) => save((user, etag, sent) => users.update(user, etag, { ...sent, reservations }))}
    >
      <p>{asked.change}</p>
    </PeopleActionDialog>
  );
}
