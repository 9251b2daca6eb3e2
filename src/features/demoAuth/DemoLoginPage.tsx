import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { SignInStep } from '#domain/SignInStep.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { email, required } from '#ui/form/checks.ts';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { DemoAccount } from './DemoAccount.tsx';
import { demoCredentials, signIn } from './demoApi.ts';
import { DemoForm } from './DemoForm.tsx';
import { demoTokenAtom } from './demoSession.ts';

/** The demo sign-in: `/auth/jwt/login` (Q7). It makes no calls (R36). */
export function DemoLoginPage() {
  const { t } = useTranslation('demoAuth');
  const token = useAtomValue(demoTokenAtom);
  if (token !== null) return <DemoAccount token={token} />;
  return (
    <SignInStep title={t('loginTitle')} lead={t('loginLead', demoCredentials)}>
      <DemoForm initialValues={{ email: '', password: '' }} submitLabel={t('signIn')} send={signIn}>
        <FormTextField name="email" type="email" label={t('email')} autoComplete="off" validate={email} autoFocus />
        <FormPasswordField name="password" label={t('password')} autoComplete="off" validate={required} />
      </DemoForm>
      <ButtonLink to={paths.demoRegister.href()} isWide>
        {t('registerTitle')}
      </ButtonLink>
      <ButtonLink to={paths.login.href()} variant="quiet" isWide>
        {t('back')}
      </ButtonLink>
    </SignInStep>
  );
}
