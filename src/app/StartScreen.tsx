import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useSettings } from '#settings/useSettings.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { UiProvider } from '#ui/UiProvider.tsx';
import { colour } from '#ui/theme.ts';
import { StandalonePage } from './StandalonePage.tsx';

/** The delay, in milliseconds, after which the start page shows what it waits for. */
const messageDelay = 1500;

/** Shown until the first page is ready: the brand, a spinner, and soon what the app waits for. */
export function StartScreen() {
  const { t } = useTranslation('app');
  const { locale } = useLanguage();
  const { direction } = useSettings();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), messageDelay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <UiProvider locale={locale} direction={direction}>
      <ProgressBar label={t('loading')} />
      {isLong && (
        <StandalonePage>
          <Waiting role="status">{t('waiting')}</Waiting>
        </StandalonePage>
      )}
    </UiProvider>
  );
}

const Waiting = styled.p`
  color: ${colour.textMuted};
`;
