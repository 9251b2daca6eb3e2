import { useAtomValue } from 'jotai';
import { Navigate, useLocation } from 'react-router-dom';
import { QueryProvider } from '#api/query.ts';
import { loginHref } from '#paths.ts';
import { isAuthenticatedAtom, cacheNumberAtom, signedOutBecauseAtom } from '#session/session.ts';
import { Shell } from './shell/Shell.tsx';

/**
 * Everything behind the sign-in: the shell over the cache of this session. When the session ends it leaves for the
 * login page; only who was signed out against their will comes back to this place (Q4).
 */
export function DashboardLayout() {
  const isAuthenticated = useAtomValue(isAuthenticatedAtom);
  const cacheNumber = useAtomValue(cacheNumberAtom);
  const because = useAtomValue(signedOutBecauseAtom);
  const { pathname, search, hash } = useLocation();
  if (!isAuthenticated) {
    return <Navigate to={loginHref(because === 'signOut' ? undefined : pathname + search + hash)} replace />;
  }
  return (
    <QueryProvider cacheNumber={cacheNumber}>
      <Shell />
    </QueryProvider>
  );
}
