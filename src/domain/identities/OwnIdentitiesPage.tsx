import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import type { IdentityNamespace } from './identityKinds.ts';
import { IdentityList } from './IdentityList.tsx';

/** The linked identities of the signed-in person, of one kind. */
export function OwnIdentitiesPage({ namespace }: { namespace: IdentityNamespace }) {
  const { t } = useTranslation(namespace);
  useDocumentTitle(t('title'));
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      <IdentityList namespace={namespace} user={null} mayUnlink />
    </Stack>
  );
}
