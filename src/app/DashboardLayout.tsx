import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { QueryProvider } from '#api/query.ts';
import { Navigate, useLocation } from '#lib/router.ts';
import { loginHref } from '#paths.ts';
import { dropOldDraft } from '#session/drafts.ts';
import { cacheNumberAtom, isAuthenticatedAtom, signedOutBecauseAtom, userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import { IdleLimit } from './IdleLimit.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { ProofPrompt } from './reauthentication/ProofPrompt.tsx';
import { Shell } from './shell/Shell.tsx';

/**
 * Everything behind the sign-in: the shell, and the cache of this session. When the session ends it redirects to the sign-in
 * page, with the way back only if the person did not sign out on purpose (Q4).
 */
export function DashboardLayout() {
  const isAuthenticated = useAtomValue(isAuthenticatedAtom);
  const cacheNumber = useAtomValue(cacheNumberAtom);
  const because = useAtomValue(signedOutBecauseAtom);
  const { pathname, search, hash } = useLocation();
  const person = useAtomValue(userAtom)?.id;
  const { sessionIdleMinutes } = useTenant();
  useEffect(() => {
    if (person) dropOldDraft(person);
    else if (because === 'signOut') dropOldDraft(null);
  }, [person, because]);
  if (!isAuthenticated) {
    return <Navigate to={loginHref(because === 'signOut' ? undefined : pathname + search + hash)} replace />;
  }
  return (
    <QueryProvider cacheNumber={cacheNumber}>
      <LiveUpdates />
      <BrowserNotifications />
      <Shell />
      <ProofPrompt />
      {sessionIdleMinutes && <IdleLimit minutes={sessionIdleMinutes} />}
    </QueryProvider>
  );
}
