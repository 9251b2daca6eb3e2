import { createRoot } from 'react-dom/client';
import { loadConfig } from '#api/config.ts';
import { followConnection } from '#api/connection.ts';
import { startLanguages } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { noteRelease } from '#lib/release.ts';
import { followSession, restoreSession } from '#session/session.ts';
import { followSettings } from '#settings/useSettings.ts';
import { readTenant } from '#tenant/readTenant.ts';
import { App } from './App.tsx';
import { claimPressStyle } from './claimPressStyle.ts';
import { createRouter } from './router.tsx';
import { showFailure } from './showFailure.ts';

/**
 * Starts the app in `root`. Configuration, session and translations load in parallel; only translations are waited for, and a
 * missing configuration stops nothing (Q3). Returns how to unmount it.
 */
export async function start(root: HTMLElement): Promise<() => void> {
  const ends: (() => void)[] = [];
  try {
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
    void noteRelease();
  } catch (error) {
    showFailure(root, error);
  }
  return () => {
    for (const end of ends) end();
  };
}
