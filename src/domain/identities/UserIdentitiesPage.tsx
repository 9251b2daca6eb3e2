import { useTranslation } from 'react-i18next';
import { useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { personName } from '#domain/personName.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import type { IdentityNamespace } from './identityKinds.ts';
import { IdentityList } from './IdentityList.tsx';

/** The linked identities of a user, of one kind. */
export function UserIdentitiesPage({ namespace }: { namespace: IdentityNamespace }) {
  const { t } = useTranslation(namespace);
  const { id = '' } = useParams();
  const { data: user } = useQuery(users.one(id));
  useDocumentTitle(t('ofTitle'));
  const mayUnlink = user?.can.change_email ?? false;
  const name = user ? `${personName(user)}. ` : '';
  return (
    <Stack $gap={6}>
      <PageHead
        title={t('ofTitle')}
        description={`${name}${t('ofLead')}${user && !mayUnlink ? ` ${t('notYours')}` : ''}`}
      />
      <IdentityList namespace={namespace} user={id} mayUnlink={mayUnlink} />
      <div>
        <ButtonLink to={paths.users.record.href({ id })}>{t('back')}</ButtonLink>
      </div>
    </Stack>
  );
}
