import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { Form } from '#ui/form/Form.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { NewPasswordFields, noPassword } from './NewPasswordFields.tsx';
import { SignInStep } from './SignInStep.tsx';

type NewPasswordStepProps = {
  title: string;
  lead: string;
  submitLabel: string;
  /** Sends the password with the token of the link. */
  send: (password: typeof noPassword) => Promise<void>;
  /** The error code of an expired link. */
  expiredCode: 'reset_link_expired' | 'registration_link_expired';
  /** Rejects with `expiredCode` if the link no longer works: then nobody types a password in vain. Other failures are ignored. */
  check?: () => Promise<void>;
  /** Another act than to set a password. */
  other?: ReactNode;
  /** Whether the address has no token. */
  isExpired?: boolean;
  /** Shown for an expired link; `done` is shown after success. */
  expired: { title: string; acts: ReactNode };
  done: { title: string; lead: string; acts: ReactNode };
};

/** Sets a password with the link from a mail. The page needs the namespace `passwords`. */
export function NewPasswordStep({
  title,
  lead,
  submitLabel,
  send,
  expiredCode,
  check,
  other,
  isExpired = false,
  expired,
  done,
}: NewPasswordStepProps) {
  const { t } = useTranslation('errors');
  const [step, setStep] = useState<'choose' | 'expired' | 'done'>(isExpired ? 'expired' : 'choose');
  const ask = useEffectEvent(() => {
    check?.().catch((error: unknown) => {
      if (error instanceof ApiError && error.code === expiredCode) setStep('expired');
    });
  });
  useEffect(() => ask(), []);
  const submit = async (password: typeof noPassword) => {
    try {
      await send(password);
      setStep('done');
    } catch (error) {
      if (!(error instanceof ApiError && error.code === expiredCode)) throw error;
      setStep('expired');
    }
  };
  if (step === 'done')
    return (
      <SignInStep takesFocus title={done.title} lead={done.lead}>
        {done.acts}
      </SignInStep>
    );
  if (step === 'expired')
    return (
      <SignInStep takesFocus title={expired.title} lead={t(expiredCode)}>
        {expired.acts}
      </SignInStep>
    );
  return (
    <SignInStep title={title} lead={lead}>
      <Form initialValues={noPassword} onSubmit={submit} hasSummary={false}>
        <NewPasswordFields autoFocus />
        <SubmitButton size="large" isWide>
          {submitLabel}
        </SubmitButton>
      </Form>
      {other}
    </SignInStep>
  );
}
