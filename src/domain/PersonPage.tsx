import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../contract/users.ts';
import { users } from '#api/users.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { PersonTabs } from './PersonTabs.tsx';
import { personName } from './personName.ts';

/** A page of a person below their name and tabs; the address has their id. The page needs the namespace `users`. */
export function PersonPage({ children }: { children: (user: User) => ReactNode }) {
  const { t } = useTranslation('users');
  const { id = '' } = useParams();
  return (
    <RecordPage
      read={users.one(id)}
      list={{ label: t('title'), href: paths.users.list.href() }}
      title={personName}
      description={({ email }) => email}
    >
      {(user) => (
        <>
          <PersonTabs user={user} />
          {children(user)}
        </>
      )}
    </RecordPage>
  );
}
