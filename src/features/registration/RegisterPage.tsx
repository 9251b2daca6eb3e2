import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmRegistration, register } from '#api/registration.ts';
import { NewPasswordStep } from '#domain/NewPasswordStep.tsx';
import { SignInStep } from '#domain/SignInStep.tsx';
import { useLinkToken } from '#domain/useLinkToken.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { email } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { optional, personName, phone } from '#ui/form/recordChecks.ts';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';

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

const blank = { first_name: '', last_name: '', email: '', phone: '' };

/** Names and address. A link is mailed to the address; the answer is the same if it has an account already. */
function AskForAccount() {
  const { t } = useTranslation('registration');
  const { language } = useLanguage();
  const [typed, setTyped] = useState(blank);
  const [isSent, setSent] = useState(false);

  const submit = async (values: typeof blank) => {
    const trimmed = Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text.trim()]));
    await register({ ...values, ...trimmed, phone: trimmed['phone'] || null, language });
    setTyped(values);
    setSent(true);
  };

  if (isSent)
    return (
      <SignInStep takesFocus title={t('lookIntoMail')} lead={t('sentTo', { email: typed.email.trim() })}>
        <Button onPress={() => setSent(false)} isWide>
          {t('otherAddress')}
        </Button>
        <ButtonLink to={paths.login.href()} variant="quiet" isWide>
          {t('toLogin')}
        </ButtonLink>
      </SignInStep>
    );
  return (
    <SignInStep title={t('title')} lead={t('lead')}>
      <Form initialValues={typed} onSubmit={submit} hasSummary={false}>
        <FormTextField
          name="first_name"
          label={t('firstName')}
          autoComplete="given-name"
          validate={personName}
          autoFocus
        />
        <FormTextField name="last_name" label={t('lastName')} autoComplete="family-name" validate={personName} />
        <FormTextField name="email" type="email" label={t('email')} autoComplete="email" validate={email} />
        <FormTextField
          name="phone"
          type="tel"
          label={t('phone')}
          description={t('optional')}
          autoComplete="tel"
          validate={optional(phone)}
        />
        <SubmitButton size="large" isWide>
          {t('submit')}
        </SubmitButton>
      </Form>
      <ButtonLink to={paths.login.href()} variant="quiet" isWide>
        {t('haveAccount')}
      </ButtonLink>
    </SignInStep>
  );
}
