import { useTranslation } from 'react-i18next';
import { ProviderSignInPage } from '#domain/providerSignIn/ProviderSignInPage.tsx';
import { paths } from '#paths.ts';

/** Signing in with the national ID: `/auth/openid`. */
export function NationalIdPage() {
  const { t } = useTranslation('nationalId');
  const texts = {
    title: t('title'),
    leaving: t('leaving'),
    finishing: t('finishing'),
    denied: t('denied'),
    again: t('again'),
    withPassword: t('withPassword'),
  };
  return <ProviderSignInPage kind="openid" address={paths.openid.href()} texts={texts} />;
}
