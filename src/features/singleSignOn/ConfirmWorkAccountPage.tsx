import { useTranslation } from 'react-i18next';
import { confirmWorkAccount } from '#api/identities.ts';
import { MailedLinkStep } from '#domain/MailedLinkStep.tsx';
import { paths } from '#paths.ts';
import { signOut } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** The page of the mailed link that links a work account: `/auth/confirm-account?token=`. */
export function ConfirmWorkAccountPage() {
  const { t } = useTranslation('singleSignOn');
  const toLogin = (
    <ButtonLink to={paths.login.href()} variant="primary" size="large" isWide>
      {t('toLogin')}
    </ButtonLink>
  );
  return (
    <MailedLinkStep
      title={t('confirmTitle')}
      lead={t('confirmLead')}
      act={t('confirm')}
      send={async (token) => {
        await confirmWorkAccount({ token });
        // The server has ended all sessions of the person, including the one of this browser.
        await signOut();
      }}
      expiredCode="single_sign_on_link_expired"
      expired={{ title: t('expiredTitle'), acts: toLogin }}
      done={{ title: t('confirmedTitle'), lead: t('confirmedLead'), acts: toLogin }}
    />
  );
}
