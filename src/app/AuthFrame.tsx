import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { mailHref } from '../../contract/contactLinks.ts';
import { isoLanguage } from '../../contract/languages.ts';
import { BrandPanel } from '#app/BrandPanel.tsx';
import { useSettings } from '#settings/useSettings.ts';
import { Logo } from '#tenant/Logo.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { colour, font, media, radius, space } from '#ui/theme.ts';
import { topInset } from './topInset.ts';
import { useChooseLanguage } from './useChooseLanguage.ts';

/** The frame of the sign-in pages: brand, language and appearance. Needs no router. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app');
  const { support } = useTenant();
  const { settings, update } = useSettings();
  const isDark = settings.paletteMode === 'dark';
  return (
    <Page>
      <BrandPanel tagline={t('tagline')} />
      <Side>
        <Top>
          <Logo height={36} />
          <IconButton
            label={t(isDark ? 'useLight' : 'useDark')}
            onPress={() => update({ paletteMode: isDark ? 'light' : 'dark' })}
          >
            {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
          </IconButton>
        </Top>
        <Main>{children}</Main>
        <Foot>
          <LanguageChoice />
          <Help href={support.url ?? mailHref(support.email)}>{t('help')}</Help>
        </Foot>
      </Side>
    </Page>
  );
}

/** The deployment's languages side by side, each in its own name; nothing if there is only one. */
function LanguageChoice() {
  const { t } = useTranslation('app');
  const { language, options, coming, hasFailed, choose } = useChooseLanguage();
  if (options.length < 2) return null;
  return (
    <Languages role="group" aria-label={t('language')}>
      {options.map(({ value, label }) => (
        <Choice
          key={value}
          type="button"
          lang={isoLanguage(value)}
          aria-pressed={value === language}
          aria-busy={value === coming}
          onClick={() => void choose(value)}
        >
          {label}
        </Choice>
      ))}
      {hasFailed && <Failure role="alert">{t('languageFailed')}</Failure>}
    </Languages>
  );
}

const Languages = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
`;

const Choice = styled.button`
  min-block-size: 30px;
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  cursor: pointer;

  &:hover {
    background: ${colour.hover};
    color: ${colour.text};
  }

  &[aria-pressed='true'] {
    color: ${colour.text};
    font-weight: ${font.weight.semibold};
    text-decoration: underline 2px ${colour.accent};
    text-underline-offset: 6px;
  }

  &[aria-busy='true'] {
    cursor: progress;
  }

  ${media.touch} {
    min-block-size: 44px;
  }
`;

const Failure = styled.p`
  flex-basis: 100%;
  margin: 0;
  padding: 0 ${space(2)};
  color: ${colour.dangerText};
  font-size: ${font.size.compact};
`;

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(440px, 6fr);
  min-block-size: calc(100dvb - ${topInset});

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto 1fr;
  }

  @media print {
    display: block;
  }
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(8)};
  padding: ${space(6)} ${space(8)};

  ${media.phone} {
    padding: ${space(4)};
  }
`;

const Top = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
`;

const Main = styled.main`
  display: flex;
  flex-direction: column;
  justify-content: center;
  flex: 1;
  inline-size: 100%;
  max-inline-size: 352px;
  margin-inline: auto;

  ${media.phone} {
    justify-content: flex-start;
    max-inline-size: none;
  }
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(6)};
`;

const Help = styled.a`
  padding: ${space(1.5)} 0;
  font-size: ${font.size.compact};
`;
