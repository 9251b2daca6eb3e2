import { useLanguage } from '#i18n/useLanguage.ts';
import { Outlet, ScrollRestoration } from '#lib/router.ts';
import { useSettings } from '#settings/useSettings.ts';
import { UiProvider } from '#ui/UiProvider.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { PageProgress } from './PageProgress.tsx';
import { StageRibbon } from './shell/StageRibbon.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

/** Surrounds every page, signed in or not: the design system, progress, and the connection banner. */
export function Root() {
  const { locale } = useLanguage();
  const { direction } = useSettings();
  useHeadingFocus();
  return (
    <UiProvider locale={locale} direction={direction}>
      <PageProgress />
      <StageRibbon />
      <ConnectionBanner />
      <Outlet />
      <ScrollRestoration />
    </UiProvider>
  );
}
