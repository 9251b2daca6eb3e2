import { useAtom, useSetAtom } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createGlobalStyle, styled } from 'styled-components';
import { useEntries, usePageOfCards } from '#crud/openFeatures.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { ChunkError, loadChunk } from '#lib/loadChunk.ts';
import { randomId } from '#lib/randomId.ts';
import { Outlet, useLocation, useNavigate } from '#lib/router.ts';
import { useSettings } from '#settings/useSettings.ts';
import { TopCrumb } from '#ui/PageHead.tsx';
import { useShortcut, useShortcutKeys } from '#ui/shortcuts.ts';
import { colour, focusRing, footInset, headInset, layer, media, radius, space } from '#ui/theme.ts';
import { prepareToasts, toast } from '#ui/toast.ts';
import { topInset } from '../topInset.ts';
import { Drawer } from './Drawer.tsx';
import { ShellGrid, Side, topBarHeight } from './layout.ts';
import { type Overlay, overlayAtom, type OverlayProps } from './overlay.ts';
import { SideNavigation } from './SideNavigation.tsx';
import { TopBar } from './TopBar.tsx';
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

/** The shortcuts of every page: palette, help, and going to a page. */
function ShellKeys() {
  const { settings } = useSettings();
  const open = useSetAtom(overlayAtom);
  const entries = useEntries();
  useShortcutKeys(settings.shortcuts !== false);
  useShortcut('mod+k', () => open('palette'));
  useShortcut('?', () => open('help'));
  return entries.map(({ key, to }) => key && <GoTo key={key} keys={`g ${key}`} to={to} />);
}

function GoTo({ keys, to }: { keys: string; to: string }) {
  const navigate = useNavigate();
  useShortcut(keys, () => void navigate(to));
  return null;
}

/**
 * The navigation on a phone. While it is open it has an entry of its own in the history, so that Back closes it instead of
 * leaving the page. Links in it replace that entry.
 */
function useDrawer() {
  // After a reload the entry is still there, but the drawer is closed.
  const [id] = useState(randomId);
  const navigate = useNavigate();
  const location = useLocation();
  const state: { drawer?: string } | null = location.state;
  const isOpen = state?.drawer === id;
  return {
    isOpen,
    open: () => void navigate(location, { state: { ...state, drawer: id } }),
    close: () => {
      if (isOpen) void navigate(-1);
    },
  };
}

/** The first page needs none of them, so each is loaded when it is first opened. */
const load: Record<Overlay, () => Promise<ComponentType<OverlayProps>>> = {
  palette: async () => (await import('../palette/Palette.tsx')).Palette,
  help: async () => {
    await loadNamespaces(['guide']);
    return (await import('../help/HelpSheet.tsx')).HelpSheet;
  },
  settings: async () => (await import('./SettingsDrawer.tsx')).SettingsDrawer,
};

/** Renders the open overlay once it is loaded. */
function Overlays() {
  const { t } = useTranslation('app');
  const [open, setOpen] = useAtom(overlayAtom);
  const [loaded, setLoaded] = useState<Partial<Record<Overlay, ComponentType<OverlayProps>>>>({});
  const isMissing = open !== null && !loaded[open];
  useEffect(() => {
    if (!open || !isMissing) return;
    Promise.all([loadChunk(load[open]), loadChunk(() => loadNamespaces(['palette']))]).then(
      ([Part]) => setLoaded((before) => ({ ...before, [open]: Part })),
      (error: unknown) => {
        setOpen(null);
        const isOutdated = error instanceof ChunkError && error.isOutdated;
        toast({ title: t(isOutdated ? 'newRelease' : 'chunkFailed'), tone: 'danger' });
      },
    );
  }, [open, isMissing, setOpen, t]);
  // The next session begins with no overlay open.
  useEffect(() => () => setOpen(null), [setOpen]);
  return Object.entries(loaded).map(([name, Part]) => (
    <Part key={name} isOpen={open === name} onClose={() => setOpen(null)} />
  ));
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
