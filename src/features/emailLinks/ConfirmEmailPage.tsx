import { useTranslation } from 'react-i18next';
import { confirmEmail } from '#api/emailChanges.ts';
import { MailedLinkStep } from '#domain/MailedLinkStep.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** The page of the link mailed to a new e-mail address: `/auth/confirm-email?token=`. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('emailLinks');
  const onward = (
    <ButtonLink to={paths.dashboard.href()} variant="primary" size="large" isWide>
      {t('toDashboard')}
    </ButtonLink>
  );
  return (
    <MailedLinkStep
      title={t('confirmTitle')}
      lead={t('confirmLead')}
      act={t('confirm')}
      send={(token) => confirmEmail({ token })}
      expiredCode="email_link_expired"
      expired={{ title: t('expiredTitle'), acts: onward }}
      done={{ title: t('confirmedTitle'), lead: t('confirmedLead'), acts: onward }}
    />
  );
}
