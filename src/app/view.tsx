import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Tenant } from '../../contract/tenant.ts';
import { hasFrame, hasSignInFrame, takeFrame } from '#lib/frame.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { loginHref, paths } from '#paths.ts';
import { claimPressStyle } from './claimPressStyle.ts';
import type { RoutedApp } from './routedApp.tsx';
import { type Leave, SignInApp } from './SignInApp.tsx';

/** Loads the app with its router; `destination` is the address to open with it. */
const loadRouted = (destination?: string) => loadChunk(() => import('./routedApp.tsx'), destination);

/** The longest time, in milliseconds, that the frame of the dashboard waits for its page. Then the start screen says what is missing. */
const frameTime = 2000;

/** Draws the app with its router in `root`. Returns how to end it. */
export async function showRouted(root: HTMLElement, tenant: Tenant): Promise<() => void> {
  claimPressStyle();
  const { openRoutedApp } = await loadRouted();
  const app = openRoutedApp(tenant);
  const isFramed = hasFrame(root);
  if (hasSignInFrame(root)) await app.whenLoaded;
  else if (isFramed) await Promise.race([app.whenLoaded, new Promise((resolve) => setTimeout(resolve, frameTime))]);
  const view = createRoot(root);
  const afterMount = isFramed ? takeFrame(root) : null;
  // Not in a transition: the router's view would miss a navigation that ends between the steps of its first rendering.
  view.render(app.elementWith(afterMount));
  return () => {
    view.unmount();
    app.dispose();
  };
}

/** Makes the address that of the sign-in page, which leads back to the current one. Returns its query. */
function goToSignIn(): string {
  const { pathname, search, hash } = location;
  if (!pathname.startsWith(paths.login.pattern)) {
    const href = pathname === paths.home.pattern ? loginHref() : loginHref(pathname + search + hash);
    history.replaceState(history.state, '', href);
  }
  return location.search;
}

/**
 * Replaces the rendered sign-in page in `root` by the working one, and that by the app with its router once somebody leaves it. Returns
 * how to end it.
 */
export function showSignIn(root: HTMLElement, tenant: Tenant): () => void {
  claimPressStyle();
  const view = createRoot(root);
  let routed: RoutedApp | null = null;
  const leave: Leave = async (to, options) => {
    const { openRoutedApp, focusHeading } = await loadRouted(to);
    routed ??= openRoutedApp(tenant);
    const app = routed;
    await app.whenLoaded;
    if (to) await app.goTo(to, options);
    view.render(app.elementWith(focusHeading));
  };
  const page = (
    <SignInApp
      tenant={tenant}
      search={goToSignIn()}
      leave={leave}
      // What fails to load is loaded when needed.
      prepareLeaving={() => void import('./routedApp.tsx').catch(() => undefined)}
      afterMount={takeFrame(root)}
    />
  );
  // In a transition, so that a slow phone handles input between the steps of the rendering.
  startTransition(() => view.render(page));
  return () => {
    view.unmount();
    routed?.dispose();
  };
}
