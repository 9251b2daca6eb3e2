import type { ReactNode } from 'react';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useSettings } from '#settings/useSettings.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { UiProvider } from '#ui/UiProvider.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { StageRibbon } from './shell/StageRibbon.tsx';

type SurroundingsProps = {
  /** The progress of a page change. */
  progress: ReactNode;
  /** Reads again what the page has loaded, when the server can be reached again. */
  reread?: () => Promise<void>;
  children: ReactNode;
};

/** Surrounds every page, signed in or not: the design system, progress, the ribbon of a stage deployment, the connection banner. */
export function Surroundings({ progress, reread, children }: SurroundingsProps) {
  const { locale } = useLanguage();
  const { direction } = useSettings();
  const { stage } = useTenant();
  return (
    <UiProvider locale={locale} direction={direction}>
      {progress}
      {stage && <StageRibbon />}
      <ConnectionBanner reread={reread} />
      {children}
    </UiProvider>
  );
}
