import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Link as RouterLink } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useSettings } from '#settings/useSettings.ts';
import { Logo } from '#tenant/Logo.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { media, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { NavigationFoot } from './NavigationFoot.tsx';
import { NavigationList } from './NavigationList.tsx';
import { topInset } from '../topInset.ts';

/** The navigation beside the page: with labels while it is pinned, otherwise icons only. */
export function SideNavigation() {
  const { t } = useTranslation('shell');
  const { brand, logo } = useTenant();
  const { settings, update } = useSettings();
  const { pinNav } = settings;
  const PinIcon = pinNav ? PanelLeftClose : PanelLeftOpen;
  return (
    <Root $isPinned={pinNav} aria-label={t('navigation')}>
      <Head $isPinned={pinNav}>
        <Home to={paths.dashboard.href()}>
          {pinNav ? <Logo height={28} /> : <img src={logo.icon} alt={brand} width={32} height={32} />}
        </Home>
        <Tooltip text={t(pinNav ? 'unpin' : 'pin')} placement="end">
          <PinButton label={t('pinNav')} aria-pressed={pinNav} size="small" onPress={() => update({ pinNav: !pinNav })}>
            <PinIcon aria-hidden />
          </PinButton>
        </Tooltip>
      </Head>
      <NavigationList isSlim={!pinNav} />
      <NavigationFoot isSlim={!pinNav} />
    </Root>
  );
}

const Root = styled.nav<{ $isPinned: boolean }>`
  position: sticky;
  inset-block-start: ${topInset};
  align-self: start;
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  block-size: calc(100dvb - ${topInset});
  padding: ${({ $isPinned }) => ($isPinned ? `${space(3)} ${space(3)} ${space(4)}` : `${space(3)} ${space(2)}`)};
  overflow: hidden auto;
  border-inline-end: 1px solid ${colour.border};
  background: ${colour.surfaceSunken};

  ${media.phone} {
    display: none;
  }

  @media print {
    display: none;
  }
`;

const Head = styled.div<{ $isPinned: boolean }>`
  display: flex;
  flex: none;
  flex-direction: ${({ $isPinned }) => ($isPinned ? 'row' : 'column')};
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  min-block-size: 36px;
`;

const Home = styled(RouterLink)`
  display: flex;
  align-items: center;
  min-inline-size: 0;
  min-block-size: 36px;
  padding-inline: ${space(1)};
  border-radius: ${radius.small};
`;

const PinButton = styled(IconButton)`
  [dir='rtl'] & > svg {
    scale: -1 1;
  }
`;
