import { useTranslation } from 'react-i18next';
import { confirmRegistration } from '#api/registration.ts';
import { NewPasswordStep } from '#domain/NewPasswordStep.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** Confirms the address and sets a password; then a manager has to approve the account. */
export function ConfirmAddress({ token }: { token: string }) {
  const { t } = useTranslation('registration');
  return (
    <NewPasswordStep
      title={t('chooseTitle')}
      lead={t('chooseLead')}
      submitLabel={t('finish')}
      send={async (password) => {
        await confirmRegistration({ token, ...password });
      }}
      expiredCode="registration_link_expired"
      expired={{
        title: t('expiredTitle'),
        // The page without the expired token.
        acts: (
          <ButtonLink to={paths.register.href()} variant="primary" size="large" isWide>
            {t('again')}
          </ButtonLink>
        ),
      }}
      done={{
        title: t('waitingTitle'),
        lead: t('waitingLead'),
        acts: (
          <ButtonLink to={paths.login.href()} isWide>
            {t('toLogin')}
          </ButtonLink>
        ),
      }}
    />
  );
}
