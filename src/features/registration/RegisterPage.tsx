import { useTranslation } from 'react-i18next';
import { confirmRegistration } from '#api/registration.ts';
import { NewPasswordStep } from '#domain/NewPasswordStep.tsx';
import { useLinkToken } from '#domain/useLinkToken.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { AskForAccount } from './AskForAccount.tsx';

/** `/auth/register`: requests an account; with the token of the mailed link, confirms the address. */
export function RegisterPage() {
  const token = useLinkToken();
  return token === null ? <AskForAccount /> : <ConfirmAddress key={token} token={token} />;
}

/** Confirms the address and sets a password; then a manager has to approve the account. */
function ConfirmAddress({ token }: { token: string }) {
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
