import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSettings } from '#settings/useSettings.ts';
import { BrandPanel } from '#app/BrandPanel.tsx';
import { Logo } from '#tenant/Logo.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { font, media, space } from '#ui/theme.ts';
import { mailHref } from '../../contract/contactLinks.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { topInset } from './topInset.ts';

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
