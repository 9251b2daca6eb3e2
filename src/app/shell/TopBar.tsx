import { useSetAtom } from 'jotai';
import { Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { LiveReads } from '#api/query.ts';
import { useSettings } from '#settings/useSettings.ts';
import { Logo } from '#tenant/Logo.tsx';
import { CornerMark } from '#ui/CountMark.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { media, space } from '#ui/theme.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './Bell.tsx';
import { FindButton } from './FindButton.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Bar, OnPhone } from './layout.ts';
import { overlayAtom } from './overlay.ts';
import { alertsEvery, useAlerts } from './useAlerts.ts';
import { WaitingPill } from './WaitingPill.tsx';

/** The bar over every page: the button of the drawer on a phone; notifications, language, appearance and account at the end. */
export function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const { t } = useTranslation(['shell', 'app']);
  const { settings, update } = useSettings();
  const isDark = settings.paletteMode === 'dark';
  const open = useSetAtom(overlayAtom);
  const appearance = t(isDark ? 'app:useLight' : 'app:useDark');
  return (
    <Bar>
      <OnPhone>
        <MenuButton onPress={onOpenDrawer} />
        <Logo height={24} />
      </OnPhone>
      <FindButton onPress={() => open('palette')} />
      <WaitingPill />
      <Corner>
        <Bell />
        <LanguageMenu />
        <OffPhone>
          <Tooltip text={appearance}>
            <IconButton label={appearance} onPress={() => update({ paletteMode: isDark ? 'light' : 'dark' })}>
              {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
            </IconButton>
          </Tooltip>
        </OffPhone>
        <AccountMenu />
      </Corner>
    </Bar>
  );
}

/** On phones the brand needs the space; the settings have the appearance, too. */
const OffPhone = styled.div`
  ${media.phone} {
    display: none;
  }
`;

/** Opens the navigation on a phone; a mark shows that it contains alerts. */
function MenuButton({ onPress }: { onPress: () => void }) {
  return (
    <LiveReads path="" every={alertsEvery}>
      <Marked onPress={onPress} />
    </LiveReads>
  );
}

function Marked({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('shell');
  const alerts = useAlerts();
  return (
    <IconButton label={[t('openNavigation'), ...alerts.map(({ text }) => text)].join(', ')} onPress={onPress}>
      <Place>
        <MenuIcon size={18} aria-hidden />
        {alerts[0] && <CornerMark aria-hidden>{alerts[0].number}</CornerMark>}
      </Place>
    </IconButton>
  );
}

const Place = styled.span`
  position: relative;
  display: grid;
`;

const Corner = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  margin-inline-start: auto;
`;
