import { useTranslation } from 'react-i18next';
import { ProviderSignInPage } from '#domain/providerSignIn/ProviderSignInPage.tsx';
import { paths } from '#paths.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** Signing in with the work account: `/auth/single-sign-on`. */
export function SingleSignOnPage() {
  const { t } = useTranslation('singleSignOn');
  const { singleSignOn } = useTenant();
  const name = singleSignOn?.name ?? '';
  const texts = {
    title: t('title', { name }),
    leaving: t('leaving', { name }),
    finishing: t('finishing'),
    denied: t('denied', { name }),
    again: t('again'),
    withPassword: t('withPassword'),
    failures: { openid_unavailable: t('unavailable', { name }), openid_failed: t('failed', { name }) },
  };
  return <ProviderSignInPage kind="single_sign_on" address={paths.singleSignOn.href()} texts={texts} />;
}
