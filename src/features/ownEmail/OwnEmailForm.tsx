import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnEmail } from '../../../contract/emailChanges.ts';
import { askForEmail, askForEmailCode, ownEmail } from '#api/emailChanges.ts';
import { useInvalidate } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { email as checkEmail, required } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SaveBar } from '#ui/form/SaveBar.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';

type OwnEmailFormProps = Pick<OwnEmail, 'email' | 'proof'> & { onDone: () => void };

/** Asks for the new address, and for the password, or for a code if the person has none. */
export function OwnEmailForm({ email, proof, onDone }: OwnEmailFormProps) {
  const { t } = useTranslation('ownEmail');
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const [otpToken, setOtpToken] = useState('');
  const [isAsking, setAsking] = useState(false);

  const sendCode = async () => {
    setAsking(true);
    try {
      setOtpToken((await askForEmailCode()).otpToken);
      toast({ title: t('codeSent', { email }), tone: 'success' });
    } catch (error) {
      toast({ title: errorMessage(error), tone: 'danger' });
    } finally {
      setAsking(false);
    }
  };
  return (
    <FormCard>
      <Form
        label={t('title')}
        hasSummary={false}
        initialValues={{ email: '', current_password: '', code: '' }}
        onSubmit={async ({ email: typed, current_password, code }) => {
          const given = proof === 'password' ? { current_password } : { otpToken, code: code.trim() };
          const requested = await askForEmail({ email: typed.trim(), ...given });
          const description = t('sentText', { email: requested.pending?.email ?? typed.trim() });
          toast({ title: t('sentTitle'), description, tone: 'success' });
          await invalidate(ownEmail[0]);
        }}
        onDone={onDone}
      >
        <FieldGroup title={t('present')}>
          <TextField label={t('present')} value={email} isReadOnly autoComplete="username" />
          <FormTextField name="email" type="email" label={t('new')} validate={checkEmail} autoComplete="email" />
        </FieldGroup>
        <FieldGroup title={t('proof')}>
          {proof === 'password' ? (
            <FormPasswordField
              name="current_password"
              label={t('password')}
              autoComplete="current-password"
              validate={required}
            />
          ) : (
            <>
              <p>{t('codeHint')}</p>
              <div>
                <Button isPending={isAsking} onPress={() => void sendCode()}>
                  {t('sendCode')}
                </Button>
              </div>
              <FormTextField
                name="code"
                label={t('code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                validate={required}
              />
            </>
          )}
        </FieldGroup>
        <SaveBar submitLabel={t('submit')} cancelHref={paths.dashboard.href()} />
        <UnsavedGuard />
      </Form>
    </FormCard>
  );
}
