import { useTranslation } from 'react-i18next';
import { confirmEmail } from '#api/emailChanges.ts';
import { ConfirmLinkPage } from '#domain/ConfirmLinkPage.tsx';
import { paths } from '#paths.ts';

/** The page of the link mailed to a new e-mail address: `/auth/confirm-email?token=`. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('emailLinks');
  return (
    <ConfirmLinkPage
      namespace="emailLinks"
      send={(token) => confirmEmail({ token })}
      expiredCode="email_link_expired"
      onward={{ href: paths.dashboard.href(), label: t('toDashboard') }}
    />
  );
}
