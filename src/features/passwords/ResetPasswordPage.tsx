import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resetPassword } from '#api/passwords.ts';
import { ApiError } from '#api/problem.ts';
import { NewPasswordFields, noPassword } from '#domain/NewPasswordFields.tsx';
import { SignInStep } from '#domain/SignInStep.tsx';
import { useLinkToken } from '#domain/useLinkToken.ts';
import { paths } from '#paths.ts';
import { signOut } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Form } from '#ui/form/Form.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';

/** Chooses a new password with the token of the link from a mail: `/auth/reset-password?token=` (Q7). */
export function ResetPasswordPage() {
  const { t } = useTranslation(['passwords', 'errors']);
  const token = useLinkToken();
  const [step, setStep] = useState<'choose' | 'expired' | 'done'>(token === null ? 'expired' : 'choose');

  const submit = async (password: typeof noPassword) => {
    try {
      await resetPassword({ token: token ?? '', ...password });
      // The server has ended every session of the person; one that this browser still holds is over as well.
      await signOut();
      setStep('done');
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'reset_link_expired')) throw error;
      setStep('expired');
    }
  };

  if (step === 'done')
    return (
      <SignInStep isNews title={t('changed')} lead={t('changedLead')}>
        <ButtonLink to={paths.login.href()} variant="primary" size="large" isWide>
          {t('toLogin')}
        </ButtonLink>
      </SignInStep>
    );
  if (step === 'expired')
    return (
      <SignInStep isNews title={t('expiredTitle')} lead={t('errors:reset_link_expired')}>
        <ButtonLink to={paths.forgotPassword.href()} variant="primary" size="large" isWide>
          {t('sendLink')}
        </ButtonLink>
        <ButtonLink to={paths.login.href()} variant="quiet" isWide>
          {t('toLogin')}
        </ButtonLink>
      </SignInStep>
    );
  return (
    <SignInStep title={t('chooseTitle')} lead={t('chooseLead')}>
      <Form initialValues={noPassword} onSubmit={submit} hasSummary={false}>
        <NewPasswordFields autoFocus />
        <SubmitButton size="large" isWide>
          {t('change')}
        </SubmitButton>
      </Form>
    </SignInStep>
  );
}
