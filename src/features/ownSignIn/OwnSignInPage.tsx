import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/loadChunk.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { SessionsPanel } from './SessionsPanel.tsx';

const PasskeysPanel = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/passkeys/PasskeysPanel.tsx'))).PasskeysPanel,
}));
const TotpPanel = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/totp/TotpPanel.tsx'))).TotpPanel,
}));

/** How the signed-in person signs in, and where they are signed in: `/dashboard/security`. */
export function OwnSignInPage() {
  const { t } = useTranslation('ownSignIn');
  const offers = useAtomValue(userAtom)?.offers ?? [];
  const hasTotp = useFlag('twoFactor') && offers.includes('totp');
  useDocumentTitle(t('title'));
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      {offers.includes('passkeys') && (
        <Suspense fallback={<Skeleton height="160px" />}>
          <PasskeysPanel />
        </Suspense>
      )}
      {hasTotp && (
        <Suspense fallback={<Skeleton height="160px" />}>
          <TotpPanel />
        </Suspense>
      )}
      {offers.includes('sessions') && <SessionsPanel />}
    </Stack>
  );
}
