import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { SessionsPanel } from './SessionsPanel.tsx';

/** How the signed-in person signs in, and where they are signed in: `/dashboard/security`. */
export function OwnSignInPage() {
  const { t } = useTranslation('ownSignIn');
  const offers = useAtomValue(userAtom)?.offers ?? [];
  useDocumentTitle(t('title'));
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      {offers.includes('sessions') && <SessionsPanel />}
    </Stack>
  );
}
