import i18next from 'i18next';
import { loadConfig } from '#api/config.ts';
import { followConnection } from '#api/connection.ts';
import { loadNamespaces, startLanguages } from '#i18n/i18n.ts';
import { hasSignInFrame } from '#lib/frame.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { wasReloaded } from '#lib/release.ts';
import { hasStarted } from '#lib/startAttempts.ts';
import { followSession, restoreSession } from '#session/session.ts';
import { followSettings } from '#settings/useSettings.ts';
import { readTenant } from '#tenant/readTenant.ts';
import { toast } from '#ui/toast.ts';
import { showFailure } from './showFailure.ts';

/** A page that reloads by itself says why. */
function tellReloaded(): void {
  toast({ title: i18next.t('app:reloaded'), tone: 'info' });
}

/** Loads the texts of the sign-in page. False if they are missing: the router tries again, and shows why. */
const hasSignInWords = (): Promise<boolean> =>
  loadNamespaces(['auth']).then(
    () => true,
    () => false,
  );

/**
 * Starts the app in `root`. Configuration, session and translations load in parallel; only translations are waited for, and a
 * missing configuration stops nothing (Q3). Returns how to unmount it.
 */
export async function start(root: HTMLElement): Promise<() => void> {
  const ends: (() => void)[] = [];
  try {
    hasStarted();
    const tenant = readTenant(document);
    void loadConfig();
    void restoreSession();
    ends.push(followConnection(), followSession(), followSettings());
    const isFramed = hasSignInFrame(root);
    const [unfollowLanguages] = await Promise.all([
      loadChunk(() => startLanguages(tenant, ['app', 'ui'])),
      isFramed || loadChunk(() => import('./routedApp.tsx')),
    ]);
    ends.push(unfollowLanguages);
    const isSignIn = isFramed && (await hasSignInWords());
    // In the same script, but evaluated after the task of the start, so that a slow phone handles input in between.
    const { showRouted, showSignIn } = await import(/* webpackMode: "eager" */ './view.tsx');
    ends.push(isSignIn ? showSignIn(root, tenant) : await showRouted(root, tenant));
    if (wasReloaded()) tellReloaded();
  } catch (error) {
    showFailure(root, error);
  }
  return () => {
    for (const end of ends) end();
  };
}
