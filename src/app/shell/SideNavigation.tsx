import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Link as RouterLink } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useSettings } from '#settings/useSettings.ts';
import { Logo } from '#tenant/Logo.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { Rail, RailBrand, RailHead } from './layout.ts';
import { NavigationFoot } from './NavigationFoot.tsx';
import { NavigationList } from './NavigationList.tsx';

/** The navigation beside the page: with labels while it is pinned, otherwise icons only. */
export function SideNavigation() {
  const { t } = useTranslation('shell');
  const { brand, logo } = useTenant();
  const { settings, update } = useSettings();
  const { pinNav } = settings;
  const PinIcon = pinNav ? PanelLeftClose : PanelLeftOpen;
  return (
    <Rail $isPinned={pinNav} aria-label={t('navigation')}>
      <RailHead $isPinned={pinNav}>
        <RailBrand as={RouterLink} to={paths.dashboard.href()}>
          {pinNav ? <Logo height={28} /> : <img src={logo.icon} alt={brand} width={32} height={32} />}
        </RailBrand>
        <Tooltip text={t(pinNav ? 'unpin' : 'pin')} placement="end">
          <PinButton label={t('pinNav')} aria-pressed={pinNav} size="small" onPress={() => update({ pinNav: !pinNav })}>
            <PinIcon aria-hidden />
          </PinButton>
        </Tooltip>
      </RailHead>
      <NavigationList isSlim={!pinNav} />
      <NavigationFoot isSlim={!pinNav} />
    </Rail>
  );
}

const PinButton = styled(IconButton)`
  [dir='rtl'] & > svg {
    scale: -1 1;
  }
`;
