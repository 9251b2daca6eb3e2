import { useSetAtom } from 'jotai';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { OtpChallenge } from '../../../contract/auth.ts';
import { ApiError } from '#api/problem.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { Navigate, useLocation, useNavigate, useSearchParams } from '#lib/router.ts';
import { loginHref, returnToParam } from '#paths.ts';
import { awaitsCode, enterCode, forgetCode, resendCode, signInEmailAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { colour, font, space } from '#ui/theme.ts';
import { prepareToasts, toast } from '#ui/toast.ts';

/** Digits of a one-time code (R43). */
const codeLength = 6;

/** Errors after which no further code is accepted: the sign-in has to begin again. */
const finalCodes = new Set<string>(['otp_expired', 'otp_exhausted']);

/** State passed by the sign-in page; it is part of the history entry, so it survives a reload. */
type LoginState = { email?: string; resendAt?: number; isDelayed?: boolean; method?: OtpChallenge['method'] } | null;

/** The code from the e-mail or from the authenticator app: one field that takes typing, paste and autofill, and submits itself once it is full. */
export function EnterCodePage() {
  const { t } = useTranslation('enterCode');
  const navigate = useNavigate();
  const setSignInEmail = useSetAtom(signInEmailAtom);
  const [search] = useSearchParams();
  const location = useLocation();
  const state: LoginState = location.state;
  const entry = useCode(state);
  const { failure, isOfApp, isDelayed } = entry;
  const [usesRecovery, setUsesRecovery] = useState(false);
  const messages = useCodeMessages(failure);
  useDocumentTitle(t('title'));
  useEffect(prepareToasts, []);
  const login = loginHref(search.get(returnToParam) ?? undefined);
  const [waits] = useState(awaitsCode);
  if (!waits) return <Navigate to={login} replace />;

  const startOver = () => {
    forgetCode();
    // After a reload only the history knows the address.
    if (state?.email) setSignInEmail(state.email);
    void navigate(login);
  };
  const isOver = failure instanceof ApiError && finalCodes.has(failure.code);
  return (
    <>
      <Title>{t('title')}</Title>
      <Lead>{isOfApp ? t('ofApp') : state?.email ? t('sentTo', { email: state.email }) : t('sent')}</Lead>
      <Form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void entry.check(entry.code, usesRecovery);
        }}
      >
        {isDelayed && !isOver && <Banner tone="info">{t('delayed')}</Banner>}
        {messages.general && (
          <Banner tone="danger" isUrgent>
            {messages.general}
          </Banner>
        )}
        {isOver ? (
          <Button variant="primary" size="large" isWide onPress={startOver}>
            {t('startOver')}
          </Button>
        ) : (
          <>
            <CodeInput entry={entry} isRecovery={usesRecovery} message={messages.field} />
            <Button type="submit" variant="primary" size="large" isWide isPending={entry.isChecking}>
              {t('submit')}
            </Button>
            <OtherWays
              entry={entry}
              mayRecover={state?.method === 'totp'}
              isRecovery={usesRecovery}
              onRecovery={setUsesRecovery}
              onStartOver={startOver}
            />
          </>
        )}
      </Form>
    </>
  );
}

type Entry = ReturnType<typeof useCode>;

/** The field of a recovery code, or of a one-time code. */
function CodeInput({ entry, isRecovery, message }: { entry: Entry; isRecovery: boolean; message: string }) {
  const { t } = useTranslation('enterCode');
  const { code, changeCode, check, isChecking } = entry;
  return isRecovery ? (
    <TextField
      label={t('recoveryCode')}
      value={code}
      onChange={changeCode}
      errorMessage={message || undefined}
      isReadOnly={isChecking}
      autoFocus
    />
  ) : (
    <CodeField
      label={t('code')}
      length={codeLength}
      value={code}
      onChange={changeCode}
      onComplete={(digits) => void check(digits)}
      errorMessage={message || undefined}
      isReadOnly={isChecking}
      autoFocus
    />
  );
}

type OtherWaysProps = {
  entry: Entry;
  /** Whether the person has recovery codes. */
  mayRecover: boolean;
  isRecovery: boolean;
  onRecovery: (isRecovery: boolean) => void;
  onStartOver: () => void;
};

/** A recovery code instead, another code, or another sign-in. */
function OtherWays({ entry, mayRecover, isRecovery, onRecovery, onStartOver }: OtherWaysProps) {
  const { t } = useTranslation('enterCode');
  const { changeCode, resend, isResending, secondsToResend, isOfApp } = entry;
  return (
    <Others>
      {mayRecover && (
        <Button
          variant="quiet"
          onPress={() => {
            changeCode('');
            onRecovery(!isRecovery);
          }}
        >
          {t(isRecovery ? 'useCode' : 'useRecovery')}
        </Button>
      )}
      <Button
        variant="quiet"
        isDisabled={secondsToResend > 0}
        isPending={isResending}
        onPress={() => void resend().then(() => onRecovery(false))}
      >
        {secondsToResend > 0
          ? t('resendIn', { time: minutesSeconds(secondsToResend) })
          : t(isOfApp ? 'mailInstead' : 'resend')}
      </Button>
      <Button variant="quiet" onPress={onStartOver}>
        {t('back')}
      </Button>
    </Others>
  );
}

/** The typed code, how it is checked, and how another one is sent. */
function useCode(state: LoginState) {
  const { t } = useTranslation('enterCode');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  const [isResending, setResending] = useState(false);
  const [resendAt, setResendAt] = useState(state?.resendAt ?? 0);
  const [isDelayed, setDelayed] = useState(state?.isDelayed === true);
  const [isOfApp, setOfApp] = useState(state?.method === 'totp');
  const secondsToResend = useSecondsUntil(resendAt);

  const changeCode = (digits: string) => {
    setCode(digits);
    if (digits) setFailure(null);
  };
  const check = async (guess: string, isRecovery = false) => {
    if (isChecking) return;
    if (isRecovery ? !guess.trim() : guess.length !== codeLength) {
      setFailure(new ApiError(isRecovery ? 'required' : 'otp_incomplete'));
      return;
    }
    setChecking(true);
    setFailure(null);
    try {
      // AuthLayout redirects to the dashboard once the session has begun.
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
      if (!mail_delayed && !isOfApp) toast({ title: t('resent'), tone: 'success' });
      setOfApp(false);
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.retryAfter) setResendAt(Date.now() + error.retryAfter * 1000);
    } finally {
      setResending(false);
    }
  };
  return { code, changeCode, check, isChecking, resend, isResending, isDelayed, secondsToResend, failure, isOfApp };
}

/** The message of a failure: under the field if it is about the code, otherwise above the form. */
function useCodeMessages(failure: unknown): { field: string; general: string } {
  const { t } = useTranslation('enterCode');
  const errorMessage = useErrorMessage();
  const error = failure instanceof ApiError ? failure : null;
  const isAboutCode = error !== null && ['otp_wrong', 'invalid', 'required'].includes(error.code);
  const attemptsLeft = error?.attemptsLeft;
  const field = [
    isAboutCode && errorMessage(error),
    error?.code === 'otp_incomplete' && t('length'),
    isAboutCode && typeof attemptsLeft === 'number' && t('attemptsLeft', { count: attemptsLeft }),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
  return { field, general: failure === null || field ? '' : errorMessage(failure) };
}

/** Whole seconds until `moment` (milliseconds since 1970), counting down to 0. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // Keeps running at 0: a later `moment` is counted from the current time.
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / 1000));
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
