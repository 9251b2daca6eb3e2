import { useTranslation } from 'react-i18next';
import { confirmNationalId } from '#api/identities.ts';
import { MailedLinkStep } from '#domain/MailedLinkStep.tsx';
import { paths } from '#paths.ts';
import { signOut } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** The page of the mailed link that links a national ID: `/auth/confirm-national-id?token=`. */
export function ConfirmNationalIdPage() {
  const { t } = useTranslation('nationalId');
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
        await confirmNationalId({ token });
        // The server has ended all sessions of the person, including the one of this browser.
        await signOut();
      }}
      expiredCode="national_id_link_expired"
      expired={{ title: t('expiredTitle'), acts: toLogin }}
      done={{ title: t('confirmedTitle'), lead: t('confirmedLead'), acts: toLogin }}
    />
  );
}
