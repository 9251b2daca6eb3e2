import { getDefaultStore } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tenant } from '../../contract/tenant.ts';
import { ApiError } from '#api/problem.ts';
import type { Feature, FeatureRoute } from '#crud/feature.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import {
  createBrowserRouter,
  Outlet,
  redirect,
  type RouteObject,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
} from '#lib/router.ts';
import { isMailedLink, loginHref, paths, returnToParam, safeReturnTo } from '#paths.ts';
import { isAuthenticatedAtom, userAtom, whenInitialized } from '#session/session.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { type Area, loadFeatures } from './features.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { StandalonePage } from './StandalonePage.tsx';
import { StartScreen } from './StartScreen.tsx';
import { Surroundings } from './Surroundings.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

const store = getDefaultStore();

async function isSignedIn(): Promise<boolean> {
  await whenInitialized();
  return store.get(isAuthenticatedAtom);
}

/** A feature's page as a route with its own error element, so that the shell stays usable. */
function toRoute({ path, page, permission: ofPage }: FeatureRoute, { permission, namespaces }: Feature): RouteObject {
  return {
    path,
    element: <LazyPage />,
    errorElement: <ErrorPage />,
    // A changed query stays on the same page; only Retry, which navigates to the same address, reloads it.
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

/** The area that a path belongs to; null outside of all areas. */
function areaOf(path: string): Area | null {
  if (path === paths.dashboard.pattern || path.startsWith(`${paths.dashboard.pattern}/`)) return 'dashboard';
  return path.startsWith('/auth/') ? 'auth' : null;
}

/**
 * The routes of the app. The features of an area load when somebody first goes there: sign-in pages load nothing of the
 * dashboard, and people who are signed out are redirected before any of it is loaded.
 */
export function createRouter(tenant: Tenant) {
  const loadedAreas = new Set<Area>();
  const authPaths = new Set(['/auth']);
  const routes: RouteObject[] = [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      HydrateFallback: StartScreen,
      children: [
        {
          // Root still renders if an area could not be loaded.
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
                const isKnown = authPaths.has(pathname.replace(/\/$/, ''));
                if (isKnown && !isMailedLink(pathname) && (await isSignedIn())) {
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
                  loadChunk(() => import('#i18n/languageFacts.ts').then(({ loadFacts }) => loadFacts())),
                ]);
                return { Page: DashboardLayout };
              },
              // A splat route: with an exact one the router would consider the address known and load no features.
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
      if (!area || loadedAreas.has(area) || (area === 'dashboard' && !(await isSignedIn()))) return;
      const features = await loadFeatures(area, tenant.flags);
      // The router drops routes patched in by an aborted navigation; the newer navigation loads them itself.
      if (signal.aborted || loadedAreas.has(area)) return;
      loadedAreas.add(area);
      const added = features.flatMap((feature) => feature.routes.map((route) => ({ route, feature })));
      if (area === 'auth') for (const { route } of added) authPaths.add(route.path);
      patch(
        area,
        added.map(({ route, feature }) => toRoute(route, feature)),
      );
    },
  });
}

/** Renders the page that the route's loader has loaded. */
function LazyPage() {
  const { Page } = useLoaderData<{ Page: ComponentType }>();
  return <Page />;
}

/** Surrounds every page of the router. */
function Root() {
  const { revalidate } = useRevalidator();
  useHeadingFocus();
  return (
    <Surroundings progress={<PageProgress />} reread={revalidate}>
      <Outlet />
      <ScrollRestoration />
    </Surroundings>
  );
}

/** How long the bar stays at least, in milliseconds: an instant page change would be invisible. */
const minDuration = 300;

/** The progress bar shown at every page change (R18). */
function PageProgress() {
  const { t } = useTranslation('app');
  const navigating = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  const [arrivedAt, setArrivedAt] = useState(pathname);
  const arriving = pathname !== arrivedAt;
  useEffect(() => {
    if (!arriving) return undefined;
    const timer = setTimeout(() => setArrivedAt(pathname), minDuration);
    return () => clearTimeout(timer);
  }, [arriving, pathname]);
  return navigating || arriving ? <ProgressBar label={t('loading')} /> : null;
}
