import { useTranslation } from 'react-i18next';
import { users } from '#api/users.ts';
import { CreateForm } from '#crud/CreateForm.tsx';
import { paths } from '#paths.ts';
import { nameOf } from './columns.tsx';
import { UserFields } from './UserFields.tsx';
import { emptyUser, toUser } from './userForm.ts';

/** Adds somebody: `/dashboard/users/create`. */
export function UsersCreate() {
  const { t } = useTranslation('users');
  return (
    <CreateForm
      title={t('add')}
      list={{ label: t('title'), href: paths.users.href() }}
      collection={users}
      initialValues={emptyUser}
      toBody={toUser}
      nameOf={nameOf}
      href={({ id }) => paths.user.href({ id })}
    >
      <UserFields isNew />
    </CreateForm>
  );
}
