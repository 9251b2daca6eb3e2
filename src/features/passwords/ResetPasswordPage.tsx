import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkResetLink, resetPassword } from '#api/passwords.ts';
import { NewPasswordStep } from '#domain/NewPasswordStep.tsx';
import { useLinkToken } from '#domain/useLinkToken.ts';
import { paths } from '#paths.ts';
import { keepDevice, ownDevice } from '#session/deviceToken.ts';
import { signOut } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** Sets a new password with the token of a mailed link: `/auth/reset-password?token=` (Q7). */
export function ResetPasswordPage() {
  const { t } = useTranslation('passwords');
  const token = useLinkToken();
  const [mayKeep, setMayKeep] = useState(false);
  return (
    <NewPasswordStep
      title={t('chooseTitle')}
      lead={t('chooseLead')}
      submitLabel={t('change')}
      send={async (password) => {
        await resetPassword({ token: token ?? '', ...password, ...ownDevice() });
        // The server has ended all sessions of the person, including the one of this browser.
        await signOut();
      }}
      expiredCode="reset_link_expired"
      check={
        token === null
          ? undefined
          : async () => {
              const { deviceToken } = await checkResetLink({ token, ...ownDevice() });
              keepDevice(deviceToken);
              setMayKeep(deviceToken !== undefined);
            }
      }
      other={
        mayKeep && (
          <ButtonLink to={paths.login.href()} variant="quiet" isWide>
            {t('keep')}
          </ButtonLink>
        )
      }
      isExpired={token === null}
      expired={{
        title: t('expiredTitle'),
        acts: (
          <>
            <ButtonLink to={paths.forgotPassword.href()} variant="primary" size="large" isWide>
              {t('sendLink')}
            </ButtonLink>
            <ButtonLink to={paths.login.href()} variant="quiet" isWide>
              {t('toLogin')}
            </ButtonLink>
          </>
        ),
      }}
      done={{
        title: t('changed'),
        lead: t('changedLead'),
        acts: (
          <ButtonLink to={paths.login.href()} variant="primary" size="large" isWide>
            {t('toLogin')}
          </ButtonLink>
        ),
      }}
    />
  );
}
