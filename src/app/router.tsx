import { getDefaultStore } from 'jotai';
import type { Tenant } from '../../contract/tenant.ts';
import { ApiError } from '#api/problem.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { createBrowserRouter, redirect, type RouteObject } from '#lib/router.ts';
import { isMailedLink, loginHref, paths, returnToParam, safeReturnTo } from '#paths.ts';
import { isAuthenticatedAtom, userAtom, whenInitialized } from '#session/session.ts';
import { ErrorPage } from './ErrorPage.tsx';
import type { Feature, FeatureRoute } from '#crud/feature.ts';
import { type Area, loadFeatures } from './features.ts';
import { LazyPage } from './LazyPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Root } from './Root.tsx';
import { StandalonePage } from './StandalonePage.tsx';
import { Starting } from './Starting.tsx';

const store = getDefaultStore();

async function isSignedIn(): Promise<boolean> {
  await whenInitialized();
  return store.get(isAuthenticatedAtom);
}

/** A feature's page as a route: an error in it stays in it, and the shell around it usable. */
function toRoute({ path, page, permission: ofPage }: FeatureRoute, { permission, namespaces }: Feature): RouteObject {
  return {
    path,
    element: <LazyPage />,
    errorElement: <ErrorPage />,
    // Another query is the same page; only Retry, which goes to the very same address, loads it anew.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search),
    loader: async ({ request: { url } }) => {
      const user = store.get(userAtom);
      const isOpen = [permission, ofPage].every((opens) => !opens || (user !== null && opens(user.verdicts)));
      if (!isOpen) throw new ApiError('forbidden', { status: 403 });
      const [Page] = await Promise.all([loadChunk(page, url), loadChunk(() => loadNamespaces(namespaces), url)]);
      return { Page };
    },
  };
}

const notFound: RouteObject = { path: '*', element: <NotFoundPage /> };

/** Which area a path belongs to, or null where no feature lives. */
function areaOf(path: string): Area | null {
  if (path === paths.dashboard.pattern || path.startsWith(`${paths.dashboard.pattern}/`)) return 'dashboard';
  return path.startsWith('/auth/') ? 'auth' : null;
}

/**
 * The routes of the app. The features of an area are loaded when somebody first goes there: the sign-in screens carry
 * nothing of the dashboard, and whoever is signed out is sent to the login page before any of it is asked for.
 */
export function createRouter(tenant: Tenant) {
  const known = new Set<Area>();
  const routes: RouteObject[] = [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      HydrateFallback: Starting,
      children: [
        {
          // Root goes on around an area that could not be loaded.
          errorElement: (
            <StandalonePage>
              <ErrorPage />
            </StandalonePage>
          ),
          children: [
            {
              path: paths.home.pattern,
              element: null,
              loader: async () => redirect((await isSignedIn()) ? paths.dashboard.href() : paths.login.href()),
            },
            {
              id: 'auth',
              path: '/auth',
              element: <LazyPage />,
              loader: async ({ request }) => {
                const { pathname, searchParams } = new URL(request.url);
                if (!isMailedLink(pathname) && (await isSignedIn())) {
                  throw redirect(safeReturnTo(searchParams.get(returnToParam)));
                }
                const { AuthLayout } = await loadChunk(() => import('./AuthLayout.tsx'));
                return { Page: AuthLayout };
              },
              children: [{ index: true, element: null, loader: () => redirect(paths.login.href()) }, notFound],
            },
            {
              id: 'dashboard',
              element: <LazyPage />,
              loader: async ({ request }) => {
                const { pathname, search, hash } = new URL(request.url);
                if (!(await isSignedIn())) throw redirect(loginHref(pathname + search + hash));
                const [{ DashboardLayout }] = await Promise.all([
                  loadChunk(() => import('./DashboardLayout.tsx')),
                  loadChunk(() => loadNamespaces(['shell'])),
                ]);
                return { Page: DashboardLayout };
              },
              // The place itself is a splat too, or the router would take it as known and ask for no features.
              children: [{ ...notFound, path: `${paths.dashboard.pattern}/*` }],
            },
            {
              path: '*',
              element: (
                <StandalonePage>
                  <NotFoundPage />
                </StandalonePage>
              ),
            },
          ],
        },
      ],
    },
  ];
  return createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ path, patch, signal }) => {
      const area = areaOf(path);
      if (!area || known.has(area) || (area === 'dashboard' && !(await isSignedIn()))) return;
      const features = await loadFeatures(area, tenant.flags);
      // What a navigation that was overtaken patches in is dropped: the one that overtook it has to do it.
      if (signal.aborted || known.has(area)) return;
      known.add(area);
      patch(
        area,
        features.flatMap((feature) => feature.routes.map((route) => toRoute(route, feature))),
      );
    },
  });
}
