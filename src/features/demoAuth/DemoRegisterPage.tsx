import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { SignInStep } from '#domain/SignInStep.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { email, required } from '#ui/form/checks.ts';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';
import { DemoAccount } from './DemoAccount.tsx';
import { signUp } from './demoApi.ts';
import { DemoForm } from './DemoForm.tsx';
import { demoTokenAtom } from './demoSession.ts';

/** The demo registration: `/auth/jwt/register` (Q7). It signs the new user in (R41). */
export function DemoRegisterPage() {
  const { t } = useTranslation('demoAuth');
  const token = useAtomValue(demoTokenAtom);
  if (token !== null) return <DemoAccount token={token} />;
  return (
    <SignInStep title={t('registerTitle')} lead={t('registerLead')}>
      <DemoForm initialValues={{ name: '', email: '', password: '' }} submitLabel={t('signUp')} send={signUp}>
        <FormTextField name="name" label={t('name')} autoComplete="off" validate={name} autoFocus />
        <FormTextField name="email" type="email" label={t('email')} autoComplete="off" validate={email} />
        <FormPasswordField name="password" label={t('password')} autoComplete="off" validate={required} />
      </DemoForm>
      <ButtonLink to={paths.demoLogin.href()} variant="quiet" isWide>
        {t('toLogin')}
      </ButtonLink>
    </SignInStep>
  );
}
