import { lazy, Suspense } from 'react';
import { useLanguage } from '#i18n/useLanguage.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Outlet, ScrollRestoration } from '#lib/router.ts';
import { useSettings } from '#settings/useSettings.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { UiProvider } from '#ui/UiProvider.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { PageProgress } from './PageProgress.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

const StageRibbon = lazy(async () => ({
  default: (await loadChunk(() => import('./shell/StageRibbon.tsx'))).StageRibbon,
}));

/** Surrounds every page, signed in or not: the design system, progress, and the connection banner. */
export function Root() {
  const { locale } = useLanguage();
  const { direction } = useSettings();
  const { stage } = useTenant();
  useHeadingFocus();
  return (
    <UiProvider locale={locale} direction={direction}>
      <PageProgress />
      {stage && (
        <Suspense fallback={null}>
          <StageRibbon />
        </Suspense>
      )}
      <ConnectionBanner />
      <Outlet />
      <ScrollRestoration />
    </UiProvider>
  );
}
