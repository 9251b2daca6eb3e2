import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { confirmRegistration } from '#api/registration.ts';
import { NewPasswordFields, noPassword } from '#domain/NewPasswordFields.tsx';
import { SignInStep } from '#domain/SignInStep.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Form } from '#ui/form/Form.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';

/** The address is confirmed, a password chosen; then somebody has to approve. */
export function ConfirmAddress({ token }: { token: string }) {
  const { t } = useTranslation(['registration', 'errors']);
  const [step, setStep] = useState<'choose' | 'expired' | 'waiting'>('choose');

  const submit = async (password: typeof noPassword) => {
    try {
      await confirmRegistration({ token, ...password });
      setStep('waiting');
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'registration_link_expired')) throw error;
      setStep('expired');
    }
  };

  if (step === 'waiting')
    return (
      <SignInStep isNews title={t('waitingTitle')} lead={t('waitingLead')}>
        <ButtonLink to={paths.login.href()} isWide>
          {t('toLogin')}
        </ButtonLink>
      </SignInStep>
    );
  if (step === 'expired')
    return (
      <SignInStep isNews title={t('expiredTitle')} lead={t('errors:registration_link_expired')}>
        {/* The page without the token that it was opened with. */}
        <ButtonLink to={paths.register.href()} variant="primary" size="large" isWide>
          {t('again')}
        </ButtonLink>
      </SignInStep>
    );
  return (
    <SignInStep title={t('chooseTitle')} lead={t('chooseLead')}>
      <Form initialValues={noPassword} onSubmit={submit} hasSummary={false}>
        <NewPasswordFields autoFocus />
        <SubmitButton size="large" isWide>
          {t('finish')}
        </SubmitButton>
      </Form>
    </SignInStep>
  );
}
