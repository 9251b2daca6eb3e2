import { useSetAtom } from 'jotai';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSettings } from '#settings/useSettings.ts';
import { Logo } from '#tenant/Logo.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { layer, media, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { FindButton } from './FindButton.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MenuButton } from './MenuButton.tsx';
import { overlayAtom } from './overlay.ts';
import { topInset } from '../topInset.ts';

export const topBarHeight = '56px';

/** The bar over every page: the button of the drawer on a phone; language, appearance and account at the end. */
export function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const { t } = useTranslation(['shell', 'app']);
  const { settings, update } = useSettings();
  const isDark = settings.paletteMode === 'dark';
  const open = useSetAtom(overlayAtom);
  const appearance = t(isDark ? 'app:useLight' : 'app:useDark');
  return (
    <Root>
      <OnPhone>
        <MenuButton onPress={onOpenDrawer} />
        <Logo height={24} />
      </OnPhone>
      <FindButton onPress={() => open('palette')} />
      <Corner>
        <LanguageMenu />
        <Tooltip text={appearance}>
          <IconButton label={appearance} onPress={() => update({ paletteMode: isDark ? 'light' : 'dark' })}>
            {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
          </IconButton>
        </Tooltip>
        <AccountMenu />
      </Corner>
    </Root>
  );
}

const Root = styled.header`
  position: sticky;
  inset-block-start: ${topInset};
  z-index: ${layer.rail};
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: ${topBarHeight};
  padding-inline: ${space(8)} ${space(4)};
  border-block-end: 1px solid ${colour.border};
  background: ${colour.ground};

  ${media.phone} {
    padding-inline: ${space(2)};
  }

  @media print {
    display: none;
  }
`;

const OnPhone = styled.div`
  display: none;
  align-items: center;
  gap: ${space(2)};
  min-inline-size: 0;

  ${media.phone} {
    display: flex;
    /* The brand gives way to the buttons. */
    flex: 0 1 auto;
    overflow: hidden;

    & > img {
      flex-shrink: 1;
    }
  }
`;

const Corner = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  margin-inline-start: auto;
`;
