import { useTranslation } from 'react-i18next';
import { confirmRegistration } from '#api/registration.ts';
import { NewPasswordStep } from '#domain/NewPasswordStep.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** The address is confirmed, a password chosen; then somebody has to approve. */
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
        // The page without the token that it was opened with.
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
