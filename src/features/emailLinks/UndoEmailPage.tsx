import { useTranslation } from 'react-i18next';
import { undoEmail } from '#api/emailChanges.ts';
import { MailedLinkStep } from '#domain/MailedLinkStep.tsx';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { signOut } from '#session/session.ts';

/** The page of the link mailed to the former e-mail address: `/auth/undo-email?token=`; then the person sets a new password. */
export function UndoEmailPage() {
  const { t } = useTranslation('emailLinks');
  const navigate = useNavigate();
  return (
    <MailedLinkStep
      title={t('undoTitle')}
      lead={t('undoLead')}
      act={t('undo')}
      send={async (link) => {
        const { token } = await undoEmail({ token: link });
        // The server has ended all sessions of the person, including the one of this browser.
        await signOut();
        await navigate(paths.resetPassword.href(), { replace: true, state: { token } });
      }}
      expiredCode="email_undo_expired"
      expiredTitle={t('expiredTitle')}
      onward={{ href: paths.login.href(), label: t('toLogin') }}
    />
  );
}
