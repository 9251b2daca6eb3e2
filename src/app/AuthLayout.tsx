import { useAtomValue } from 'jotai';
import { Navigate, Outlet, useLocation, useSearchParams } from '#lib/router.ts';
import { isMailedLink, returnToParam, safeReturnTo } from '#paths.ts';
import { isAuthenticatedAtom } from '#session/session.ts';
import { AuthFrame } from './AuthFrame.tsx';

/** The sign-in pages in their frame. Redirects to the dashboard once a session has begun. */
export function AuthLayout() {
  const isAuthenticated = useAtomValue(isAuthenticatedAtom);
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  if (isAuthenticated && !isMailedLink(pathname))
    return <Navigate to={safeReturnTo(search.get(returnToParam))} replace />;
  return (
    <AuthFrame>
      <Outlet />
    </AuthFrame>
  );
}
