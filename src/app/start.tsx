import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { loadConfig } from '#api/config.ts';
import { followConnection } from '#api/connection.ts';
import { startLanguages } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { wasReloaded } from '#lib/release.ts';
import { hasStarted } from '#lib/startAttempts.ts';
import { followSession, restoreSession } from '#session/session.ts';
import { followSettings } from '#settings/useSettings.ts';
import { readTenant } from '#tenant/readTenant.ts';
import { toast } from '#ui/toast.ts';
import { App } from './App.tsx';
import { claimPressStyle } from './claimPressStyle.ts';
import { createRouter } from './router.tsx';
import { showFailure } from './showFailure.ts';

/** A page that reloads by itself says why. */
function tellReloaded(): void {
  toast({ title: i18next.t('app:reloaded'), tone: 'info' });
}

/**
 * Starts the app in `root`. Configuration, session and translations load in parallel; only translations are waited for, and a
 * missing configuration stops nothing (Q3). Returns how to unmount it.
 */
export async function start(root: HTMLElement): Promise<() => void> {
  const ends: (() => void)[] = [];
  try {
    hasStarted();
    const tenant = readTenant(document);
    claimPressStyle();
    void loadConfig();
    void restoreSession();
    ends.push(followConnection(), followSession(), followSettings());
    ends.push(await loadChunk(() => startLanguages(tenant, ['app', 'ui'])));
    const router = createRouter(tenant);
    const view = createRoot(root);
    ends.push(
      () => view.unmount(),
      () => router.dispose(),
    );
    view.render(<App tenant={tenant} router={router} />);
    if (wasReloaded()) tellReloaded();
  } catch (error) {
    showFailure(root, error);
  }
  return () => {
    for (const end of ends) end();
  };
}
