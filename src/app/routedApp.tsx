import { type ReactElement, useEffect } from 'react';
import type { Tenant } from '../../contract/tenant.ts';
import type { GoTo } from '#lib/goTo.ts';
import { RouterProvider } from '#lib/router.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import { createRouter } from './routes.tsx';

export { focusHeading } from './useHeadingFocus.ts';

/** The app of a deployment with its router, which begins to load the page of the current address. */
export type RoutedApp = {
  /** Resolves when the first page, or the message that it could not be loaded, can be drawn without a start screen. */
  whenLoaded: Promise<void>;
  goTo: GoTo;
  /** What to draw. `afterMount` is called once it is in the document and handles input. */
  elementWith: (afterMount: (() => void) | null) => ReactElement;
  dispose: () => void;
};

/** Creates the app with its router. */
export function openRoutedApp(tenant: Tenant): RoutedApp {
  const router = createRouter(tenant);
  const { promise: whenLoaded, resolve: loaded } = Promise.withResolvers<void>();
  const unfollow = router.subscribe(({ initialized }) => {
    if (initialized) loaded();
  });
  if (router.state.initialized) loaded();
  void whenLoaded.then(unfollow);
  return {
    whenLoaded,
    goTo: (to, options) => router.navigate(to, options),
    elementWith: (afterMount) => <App tenant={tenant} router={router} afterMount={afterMount} />,
    dispose: () => router.dispose(),
  };
}

type AppProps = {
  tenant: Tenant;
  router: ReturnType<typeof createRouter>;
  /** Called once the first page is in the document and handles input. */
  afterMount: (() => void) | null;
};

/** The app of one deployment. */
function App({ tenant, router, afterMount }: AppProps) {
  // After the effects of the fields, in which they register with their form.
  useEffect(() => afterMount?.(), [afterMount]);
  return (
    <TenantProvider tenant={tenant}>
      <RouterProvider router={router} />
    </TenantProvider>
  );
}
