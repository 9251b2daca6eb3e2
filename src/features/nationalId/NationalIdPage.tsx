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
 * `/auth/openid`: leads to the provider of the national ID, and is where it leads back to (R49). What it put into the
 * address is taken out at once; the place to return to waits in this tab, and is looked at before anybody goes there.
 */
export function NationalIdPage() {
  const { t } = useTranslation('nationalId');
  const errorMessage = useErrorMessage();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [answer] = useState(() => answerIn(search));
  const [failure, setFailure] = useState<unknown>(null);
  const asked = search.get(returnToParam);

  const begin = useCallback(async () => {
    try {
      // Back leads to the page before, not into another sign-in.
      location.replace(await beginNationalId(language, asked));
    } catch (error) {
      setFailure(error);
    }
  }, [language, asked]);

  const finish = useCallback(async () => {
    if (!answer) return;
    const underWay = takeNationalId();
    const back = underWay?.returnTo ? `?${new URLSearchParams({ [returnToParam]: underWay.returnTo })}` : '';
    // Rendered at once: the layout reads the place to return to from the rendered address when the session begins.
    await navigate(paths.openid.href() + back, { replace: true, flushSync: true });
    try {
      if (answer.error !== undefined) throw new ApiError(answer.error);
      if (!underWay) throw new ApiError('openid_expired');
      // The layout leaves once the session has begun.
      await finishNationalId({ ...answer.callback, openidToken: underWay.openidToken });
    } catch (error) {
      setFailure(error);
    }
  }, [answer, navigate]);

  const isUnderWay = useRef(false);
  useEffect(() => {
    // What the provider sent works once.
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
    <SignInStep isNews title={t('title')}>
      <Banner tone={isDenied ? 'info' : 'danger'} isUrgent>
        {isDenied ? t('denied') : errorMessage(failure)}
      </Banner>
      <Button variant="primary" size="large" isWide onPress={beginAgain}>
        {t('again')}
      </Button>
      <ButtonLink to={loginHref(asked ?? undefined)} isWide>
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
