import { useTranslation } from 'react-i18next';
import { confirmNationalId } from '#api/nationalIds.ts';
import { MailedLinkStep } from '#domain/MailedLinkStep.tsx';
import { paths } from '#paths.ts';
import { signOut } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** Lets a national ID sign in from now on: `/auth/confirm-national-id?token=`, where the link from the mail leads. */
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
        // The server has ended every session of the person; one that this browser still holds is over as well.
        await signOut();
      }}
      expiredCode="national_id_link_expired"
      expired={{ title: t('expiredTitle'), acts: toLogin }}
      done={{ title: t('confirmedTitle'), lead: t('confirmedLead'), acts: toLogin }}
    />
  );
}
