import { useStore } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForLink } from '#api/passwords.ts';
import { SignInStep } from '#domain/SignInStep.tsx';
import { useLocation } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { signInEmailAtom } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { email } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';

/** Requests a link to a new password (Q7). The answer does not reveal whether an account exists. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('passwords');
  const { search } = useLocation();
  const store = useStore();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = (
    <ButtonLink to={paths.login.href() + search} variant="quiet" isWide>
      {t('toLogin')}
    </ButtonLink>
  );
  if (sentTo !== null)
    return (
      <SignInStep takesFocus title={t('lookIntoMail')} lead={t('sentTo', { email: sentTo })}>
        {back}
      </SignInStep>
    );
  return (
    <SignInStep title={t('forgotTitle')} lead={t('forgotLead')}>
      <Form
        initialValues={{ email: store.get(signInEmailAtom) }}
        onSubmit={async ({ email: typed }) => {
          await askForLink({ email: typed.trim() });
          setSentTo(typed.trim());
        }}
        hasSummary={false}
      >
        <FormTextField
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          validate={email}
          autoFocus
          onInput={({ currentTarget }) => store.set(signInEmailAtom, currentTarget.value)}
        />
        <SubmitButton size="large" isWide>
          {t('sendLink')}
        </SubmitButton>
      </Form>
      {back}
    </SignInStep>
  );
}
