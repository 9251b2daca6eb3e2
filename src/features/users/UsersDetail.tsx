import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { users } from '#api/users.ts';
import { DeleteRecord } from '#crud/DeleteRecord.tsx';
import { EditForm } from '#crud/EditForm.tsx';
import { RecordPage } from '#crud/RecordPage.tsx';
import { paths } from '#paths.ts';
import { nameOf } from './columns.tsx';
import { UserFields } from './UserFields.tsx';
import { toUser, valuesOf } from './userForm.ts';
import { UserStanding } from './UserStanding.tsx';
import { useValueInWords } from './useValueInWords.ts';

/** One person: where they stand, and what is known of them. `/dashboard/users/{id}`. */
export function UsersDetail() {
  const { t } = useTranslation('users');
  const { id = '' } = useParams();
  const inWords = useValueInWords();
  const list = { label: t('title'), href: paths.users.href() };
  return (
    <RecordPage
      read={users.one(id)}
      list={list}
      title={nameOf}
      description={({ email }) => email}
      renderAction={(user) =>
        user.can.delete && <DeleteRecord name={nameOf(user)} collection={users} id={id} listHref={list.href} />
      }
    >
      {(user) => (
        <>
          <UserStanding user={user} />
          <EditForm
            key={id}
            label={nameOf(user)}
            record={user}
            collection={users}
            valuesOf={valuesOf}
            toBody={toUser}
            inWords={inWords}
            listHref={list.href}
          >
            <UserFields mayChangeRole={user.can.change_role} />
          </EditForm>
        </>
      )}
    </RecordPage>
  );
}
