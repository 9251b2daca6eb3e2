import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ApiError } from '#api/problem.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { Navigate, useLocation, useNavigate, useSearchParams } from '#lib/router.ts';
import { loginHref, returnToParam } from '#paths.ts';
import { awaitsCode, enterCode, forgetCode, resendCode } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { font, space } from '#ui/theme.ts';
import { prepareToasts, toast } from '#ui/toast.ts';
import { colour } from '#ui/tokens.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

/** Digits of a one-time code (specification §9). */
const codeLength = 6;

/** What no further guess can mend: the login has to begin again. */
const finalCodes = new Set<string>(['otp_expired', 'otp_exhausted']);

/** What the login page hands over; it lives in the history entry and so survives a reload. */
type Handed = { email?: string; resendAt?: number; isDelayed?: boolean } | null;

/** The code from the e-mail: one field that takes typing, paste and autofill, and sends itself once it is full. */
export function EnterCodePage() {
  const { t } = useTranslation('enterCode');
  const errorMessage = useErrorMessage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const location = useLocation();
  const handed: Handed = location.state;
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  const [isResending, setResending] = useState(false);
  const [resendAt, setResendAt] = useState(handed?.resendAt ?? 0);
  const [isDelayed, setDelayed] = useState(handed?.isDelayed === true);
  const wait = useSecondsUntil(resendAt);
  useDocumentTitle();
  useEffect(prepareToasts, []);
  const login = loginHref(search.get(returnToParam) ?? undefined);
  const [waits] = useState(awaitsCode);
  if (!waits) return <Navigate to={login} replace />;

  const refusal = failure instanceof ApiError ? failure : null;
  const isOver = refusal !== null && finalCodes.has(refusal.code);
  const isAboutCode = refusal !== null && ['otp_wrong', 'invalid', 'required'].includes(refusal.code);

  const check = async (guess: string) => {
    if (isChecking) return;
    if (guess.length !== codeLength) {
      setFailure(new ApiError('otp_incomplete'));
      return;
    }
    setChecking(true);
    setFailure(null);
    try {
      // The layout leaves for the dashboard once the session has begun.
      await enterCode(guess);
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.code === 'otp_wrong') setCode('');
    } finally {
      setChecking(false);
    }
  };

  const resend = async () => {
    setResending(true);
    setFailure(null);
    try {
      const { resend_after, mail_delayed } = await resendCode();
      setDelayed(mail_delayed === true);
      setResendAt(Date.now() + resend_after * 1000);
      setCode('');
      if (!mail_delayed) toast({ title: t('resent'), tone: 'success' });
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.retryAfter) setResendAt(Date.now() + error.retryAfter * 1000);
    } finally {
      setResending(false);
    }
  };

  const startOver = () => {
    forgetCode();
    void navigate(login, { state: handed?.email ? { email: handed.email } : null });
  };

  const left = refusal?.attemptsLeft;
  const aboutCode = [
    isAboutCode && errorMessage(refusal),
    refusal?.code === 'otp_incomplete' && t('length'),
    isAboutCode && typeof left === 'number' && t('attemptsLeft', { count: left }),
  ].filter((sentence) => sentence !== false);
  const isElsewhere = failure !== null && aboutCode.length === 0;
  return (
    <>
      <Title>{t('title')}</Title>
      <Lead>{handed?.email ? t('sentTo', { email: handed.email }) : t('sent')}</Lead>
      <Form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void check(code);
        }}
      >
        {isDelayed && !isOver && <Banner tone="info">{t('delayed')}</Banner>}
        {isElsewhere && (
          <Banner tone="danger" isUrgent>
            {errorMessage(failure)}
          </Banner>
        )}
        {isOver ? (
          <Button variant="primary" size="large" isWide onPress={startOver}>
            {t('startOver')}
          </Button>
        ) : (
          <>
            <CodeField
              label={t('code')}
              length={codeLength}
              value={code}
              onChange={(digits) => {
                setCode(digits);
                if (digits) setFailure(null);
              }}
              onComplete={(digits) => void check(digits)}
              errorMessage={aboutCode.join(' ') || undefined}
              isReadOnly={isChecking}
              autoFocus
            />
            <Button type="submit" variant="primary" size="large" isWide isPending={isChecking}>
              {t('submit')}
            </Button>
            <Others>
              <Button variant="quiet" isDisabled={wait > 0} isPending={isResending} onPress={() => void resend()}>
                {wait > 0 ? t('resendIn', { time: minutesSeconds(wait) }) : t('resend')}
              </Button>
              <Button variant="quiet" onPress={startOver}>
                {t('back')}
              </Button>
            </Others>
          </>
        )}
      </Form>
    </>
  );
}

const Title = styled.h1`
  font-size: ${font.size.title};
`;

const Lead = styled.p`
  margin-block-start: ${space(1)};
  color: ${colour.textMuted};
  overflow-wrap: anywhere;
`;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  margin-block-start: ${space(6)};
`;

const Others = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
`;
