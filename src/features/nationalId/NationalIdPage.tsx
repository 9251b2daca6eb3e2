import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ApiError } from '#api/problem.ts';
import { SignInStep } from '#domain/SignInStep.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useNavigate, useSearchParams } from '#lib/router.ts';
import { loginHref, paths, returnToParam } from '#paths.ts';
import { beginNationalId, finishNationalId, takeNationalId } from '#session/nationalId.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { answerIn } from './answer.ts';

/**
 * `/auth/openid`: redirects to the provider of the national ID, and receives its callback (R49). The callback's parameters are
 * removed from the address at once; the return address is stored in this tab, and validated before use.
 */
export function NationalIdPage() {
  const { t } = useTranslation('nationalId');
  const errorMessage = useErrorMessage();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [answer] = useState(() => answerIn(search));
  const [failure, setFailure] = useState<unknown>(null);
  const returnTo = search.get(returnToParam);

  const begin = useCallback(async () => {
    try {
      // `replace`, so that Back does not start another sign-in.
      location.replace(await beginNationalId(language, returnTo));
    } catch (error) {
      setFailure(error);
    }
  }, [language, returnTo]);

  const finish = useCallback(async () => {
    if (!answer) return;
    const underWay = takeNationalId();
    const back = underWay?.returnTo ? `?${new URLSearchParams({ [returnToParam]: underWay.returnTo })}` : '';
    // Rendered at once: AuthLayout reads the return address from the rendered address when the session begins.
    await navigate(paths.openid.href() + back, { replace: true, flushSync: true });
    try {
      if (answer.error !== undefined) throw new ApiError(answer.error);
      if (!underWay) throw new ApiError('openid_expired');
      // AuthLayout redirects once the session has begun.
      await finishNationalId({ ...answer.callback, openidToken: underWay.openidToken });
    } catch (error) {
      setFailure(error);
    }
  }, [answer, navigate]);

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
    void begin();
  };

  if (failure === null)
    return (
      <SignInStep title={t('title')}>
        <Waiting role="status">
          <Spinner />
          {t(answer ? 'finishing' : 'leaving')}
        </Waiting>
      </SignInStep>
    );
  const isDenied = failure instanceof ApiError && failure.code === 'openid_denied';
  return (
    <SignInStep takesFocus title={t('title')}>
      <Banner tone={isDenied ? 'info' : 'danger'} isUrgent>
        {isDenied ? t('denied') : errorMessage(failure)}
      </Banner>
      <Button variant="primary" size="large" isWide onPress={beginAgain}>
        {t('again')}
      </Button>
      <ButtonLink to={loginHref(returnTo ?? undefined)} isWide>
        {t('withPassword')}
      </ButtonLink>
    </SignInStep>
  );
}

const Waiting = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  color: ${colour.textMuted};
`;
