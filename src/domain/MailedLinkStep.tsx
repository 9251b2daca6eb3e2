import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '#api/problem.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { SignInStep } from './SignInStep.tsx';
import { useLinkToken } from './useLinkToken.ts';

export type MailedLinkStepProps = {
  title: string;
  lead: string;
  /** The label of the button. Mail programs open links by themselves, so nothing happens before it is pressed. */
  act: string;
  send: (token: string) => Promise<void>;
  /** The error code of an expired link. */
  expiredCode: ErrorCode;
  expiredTitle: string;
  /** Shown after success. Omit it if `send` navigates elsewhere. */
  done?: { title: string; lead: string };
  /** The link to follow after success, and from an expired link. */
  onward: { href: string; label: string };
};

/** The page of a link from a mail: explains the action, and runs it at a press. */
export function MailedLinkStep({
  title,
  lead,
  act,
  send,
  expiredCode,
  expiredTitle,
  done,
  onward,
}: MailedLinkStepProps) {
  const { t } = useTranslation('errors');
  const errorMessage = useErrorMessage();
  const token = useLinkToken();
  const [step, setStep] = useState<'ask' | 'expired' | 'done'>(token === null ? 'expired' : 'ask');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const press = async () => {
    setSending(true);
    setFailure(null);
    try {
      await send(token ?? '');
      if (done) setStep('done');
    } catch (error) {
      if (error instanceof ApiError && error.code === expiredCode) setStep('expired');
      else setFailure(error);
    } finally {
      setSending(false);
    }
  };

  const end = step === 'done' ? done : step === 'expired' ? { title: expiredTitle, lead: t(expiredCode) } : undefined;
  if (end)
    return (
      <SignInStep takesFocus {...end}>
        <ButtonLink to={onward.href} variant="primary" size="large" isWide>
          {onward.label}
        </ButtonLink>
      </SignInStep>
    );
  return (
    <SignInStep title={title} lead={lead}>
      {failure !== null && (
        <Banner tone="danger" isUrgent>
          {errorMessage(failure)}
        </Banner>
      )}
      <Button variant="primary" size="large" isWide isPending={isSending} onPress={() => void press()}>
        {act}
      </Button>
    </SignInStep>
  );
}
