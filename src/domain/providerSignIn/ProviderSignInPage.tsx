import { useCallback, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { OpenidCallback } from '../../../contract/openid.ts';
import type { ProviderKind } from '#api/openid.ts';
import { ApiError } from '#api/problem.ts';
import { SignInStep } from '#domain/SignInStep.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useNavigate, useSearchParams } from '#lib/router.ts';
import { loginHref, paths, returnToParam } from '#paths.ts';
import { beginAtProvider, finishAtProvider, takeUnderWay } from '#session/providerSignIn.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { colour, space } from '#ui/theme.ts';

type ProviderSignInPageProps = {
  kind: ProviderKind;
  /** The address of the page. */
  address: string;
  /** `failures`: texts of error codes that differ from the usual ones. */
  texts: Record<'title' | 'leaving' | 'finishing' | 'denied' | 'again' | 'withPassword', string> & {
    failures?: Partial<Record<string, string>>;
  };
};

/**
 * Redirects to a provider, and receives its callback (R49). The callback's parameters are removed from the address at once; the
 * return address is stored in this tab, and validated before use.
 */
export function ProviderSignInPage({ kind, address, texts }: ProviderSignInPageProps) {
  const errorMessage = useErrorMessage();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [answer] = useState(() => answerIn(search));
  const [failure, setFailure] = useState<unknown>(null);
  const returnTo = search.get(returnToParam);

  const begin = useCallback(
    async (again: { sign_in_again?: true } = {}) => {
      try {
        // `replace`, so that Back does not start another sign-in.
        location.replace(await beginAtProvider(kind, { language, ...again }, returnTo));
      } catch (error) {
        setFailure(error);
      }
    },
    [kind, language, returnTo],
  );

  const finish = useCallback(async () => {
    if (!answer) return;
    const underWay = takeUnderWay();
    const back = underWay?.returnTo ? `?${new URLSearchParams({ [returnToParam]: underWay.returnTo })}` : '';
    // Rendered at once: AuthLayout reads the return address from the rendered address when the session begins.
    await navigate(address + back, { replace: true, flushSync: true });
    try {
      if (answer.error !== undefined) throw new ApiError(answer.error);
      if (!underWay) throw new ApiError('openid_expired');
      // AuthLayout redirects once the session has begun.
      const challenge = await finishAtProvider(kind, { ...answer.callback, openidToken: underWay.openidToken });
      if (!challenge) return;
      const { resend_after, mail_delayed, method } = challenge;
      const state = { resendAt: Date.now() + resend_after * 1000, isDelayed: mail_delayed === true, method };
      await navigate(paths.enterCode.href() + back, { replace: true, state });
    } catch (error) {
      setFailure(error);
    }
  }, [address, answer, kind, navigate]);

  const isUnderWay = useRef(false);
  useEffect(() => {
    // The callback's parameters work once.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const act = answer ? finish : begin;
    void act();
  }, [answer, begin, finish]);

  const beginAgain = () => {
    setFailure(null);
    // The provider would return the account that was refused.
    const isRefused = answer !== null && answer.error === undefined;
    void begin(isRefused ? { sign_in_again: true } : {});
  };

  if (failure === null)
    return (
      <SignInStep title={texts.title}>
        <Waiting role="status">
          <Spinner />
          {answer ? texts.finishing : texts.leaving}
        </Waiting>
      </SignInStep>
    );
  const code = failure instanceof ApiError ? failure.code : null;
  const isDenied = code === 'openid_denied';
  return (
    <SignInStep takesFocus title={texts.title}>
      <Banner tone={isDenied ? 'info' : 'danger'} isUrgent>
        {isDenied ? texts.denied : (code !== null && texts.failures?.[code]) || errorMessage(failure)}
      </Banner>
      <Button variant="primary" size="large" isWide onPress={beginAgain}>
        {texts.again}
      </Button>
      <ButtonLink to={loginHref(returnTo ?? undefined)} isWide>
        {texts.withPassword}
      </ButtonLink>
    </SignInStep>
  );
}

/** The provider's answer in the callback address: parameters for the server, or an error. */
type ProviderAnswer =
  { callback: Omit<OpenidCallback, 'openidToken'>; error?: undefined } | { error: 'openid_denied' | 'openid_failed' };

/** Reads the provider's answer (RFC 6749, 4.1.2); null if the address has none. */
function answerIn(search: URLSearchParams): ProviderAnswer | null {
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => search.get(name));
  if (error) return { error: error === 'access_denied' ? 'openid_denied' : 'openid_failed' };
  if (!code && !state) return null;
  if (!code || !state) return { error: 'openid_failed' };
  return { callback: { code, state, iss: iss || undefined } };
}

const Waiting = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  color: ${colour.textMuted};
`;
