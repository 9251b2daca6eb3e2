import { useTranslation } from 'react-i18next';
import { confirmWorkAccount } from '#api/identities.ts';
import { ConfirmLinkPage } from '#domain/ConfirmLinkPage.tsx';
import { paths } from '#paths.ts';

/** The page of the mailed link that links a work account: `/auth/confirm-account?token=`. */
export function ConfirmWorkAccountPage() {
  const { t } = useTranslation('singleSignOn');
  return (
    <ConfirmLinkPage
      namespace="singleSignOn"
      send={(token) => confirmWorkAccount({ token })}
      expiredCode="single_sign_on_link_expired"
      endsSessions
      onward={{ href: paths.login.href(), label: t('toLogin') }}
    />
  );
}
