import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createGlobalStyle, styled } from 'styled-components';
import { usePageOfCards } from '#crud/openFeatures.ts';
import { Outlet, useLocation } from '#lib/router.ts';
import { useSettings } from '#settings/useSettings.ts';
import { TopCrumb } from '#ui/PageHead.tsx';
import { colour, focusRing, footInset, headInset, layer, media, radius, space } from '#ui/theme.ts';
import { prepareToasts } from '#ui/toast.ts';
import { Drawer } from './Drawer.tsx';
import { ShellGrid, Side, topBarHeight } from './layout.ts';
import { Overlays } from './overlays.tsx';
import { SideNavigation } from './SideNavigation.tsx';
import { ShellKeys } from './ShellKeys.tsx';
import { topInset } from '../topInset.ts';
import { TopBar } from './TopBar.tsx';
import { useDrawer } from './useDrawer.ts';
import { useFocusFallback } from './useFocusFallback.ts';
import { useVisits } from './visits.ts';
import { WaitingBand } from './WaitingBand.tsx';

/** The frame of every dashboard page: navigation (a drawer on a phone), top bar, and the page. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { settings } = useSettings();
  const { pathname } = useLocation();
  const pageOfCards = usePageOfCards(pathname);
  useVisits();
  useFocusFallback();
  const drawer = useDrawer();
  useEffect(prepareToasts, []);

  return (
    <>
      <SkipLink href="#content">{t('skip')}</SkipLink>
      <WaitingBand />
      <ShellGrid $isPinned={settings.pinNav}>
        <FocusInset />
        <ShellKeys />
        <SideNavigation />
        <Drawer isOpen={drawer.isOpen} onClose={drawer.close} />
        <Side>
          <TopBar onOpenDrawer={drawer.open} />
          <Content id="content" tabIndex={-1}>
            <TopCrumb value={pageOfCards}>
              <Outlet />
            </TopCrumb>
          </Content>
        </Side>
        <Overlays />
      </ShellGrid>
    </>
  );
}

/** Keeps toasts, and a focused element that is scrolled to, out of the bars at the top and at the bottom of the window. */
const FocusInset = createGlobalStyle`
  html {
    --head-inset: calc(${topInset} + ${topBarHeight});
    scroll-padding-block: calc(${headInset} + ${space(2)}) calc(${footInset} + ${space(2)});
  }
`;

const SkipLink = styled.a`
  position: fixed;
  inset-block-start: ${space(2)};
  inset-inline-start: ${space(2)};
  z-index: ${layer.skipLink};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.medium};
  background: ${colour.accent};
  color: ${colour.onAccent};

  &:not(:focus) {
    translate: 0 -200%;
  }

  @media print {
    display: none;
  }
`;

const Content = styled.main`
  flex: 1;
  inline-size: 100%;
  max-inline-size: 1240px;
  margin-inline-end: auto;
  padding: ${space(6)} ${space(8)} ${space(16)};

  /* Lists and the calendar use the window; other pages keep a width at which they can be read. */
  &:has([data-fills]) {
    max-inline-size: none;
  }

  &:focus-visible {
    ${focusRing}
    outline-offset: -2px;
  }

  ${media.phone} {
    padding: ${space(4)} ${space(4)} ${space(12)};
  }

  @media print {
    max-inline-size: none;
    padding: 0;
  }
`;
