import { useSetAtom } from 'jotai';
import { Languages, Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { isoLanguage } from '../../../contract/languages.ts';
import { LiveReads } from '#api/query.ts';
import { useSettings } from '#settings/useSettings.ts';
import { Logo } from '#tenant/Logo.tsx';
import { Button } from '#ui/Button.tsx';
import { CornerMark } from '#ui/CountMark.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { media, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { useChooseLanguage } from '../useChooseLanguage.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './Bell.tsx';
import { FindButton } from './FindButton.tsx';
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

/** The deployment's languages, each in its own name; nothing if there is only one. */
function LanguageMenu() {
  const { t } = useTranslation('app');
  const { language, options, coming, hasFailed, choose } = useChooseLanguage();
  useEffect(() => (hasFailed ? toast({ title: t('languageFailed'), tone: 'danger' }) : undefined), [hasFailed, t]);
  if (options.length < 2) return null;
  const current = options.find(({ value }) => value === language)?.label ?? language;
  return (
    <Menu
      label={t('language')}
      trigger={
        <LanguageButton
          variant="quiet"
          icon={<Languages aria-hidden />}
          isPending={coming !== null}
          aria-label={`${t('language')}: ${current}`}
        >
          {current}
        </LanguageButton>
      }
    >
      <MenuSection
        aria-label={t('language')}
        selectionMode="single"
        selectedKeys={[language]}
        disallowEmptySelection
        onSelectionChange={(keys) => {
          const chosen = options.find(({ value }) => keys !== 'all' && keys.has(value));
          if (chosen) void choose(chosen.value);
        }}
      >
        {options.map(({ value, label }) => (
          <MenuItem key={value} id={value} lang={isoLanguage(value)}>
            {label}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}

/** On phones the brand needs the space; the settings have the appearance, too. */
const OffPhone = styled.div`
  ${media.phone} {
    display: none;
  }
`;

const LanguageButton = styled(Button)`
  ${media.phone} {
    padding: 0 ${space(3)};

    & > span {
      display: none;
    }
  }
`;

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
