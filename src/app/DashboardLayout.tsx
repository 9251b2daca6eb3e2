import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { bindProof } from '#api/http.ts';
import { QueryProvider } from '#api/query.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Navigate, useLocation } from '#lib/router.ts';
import { loginHref } from '#paths.ts';
import { dropOldDraft } from '#session/drafts.ts';
import { cacheNumberAtom, isAuthenticatedAtom, signedOutBecauseAtom, userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import { IdleLimit } from './IdleLimit.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import type { ProofDialogProps } from './reauthentication/ProofDialog.tsx';
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

const loadDialog = () =>
  loadChunk(() => Promise.all([import('./reauthentication/ProofDialog.tsx'), loadNamespaces(['proof', 'crud'])]));

/**
 * Asks the person for a proof when a call needs one; the call is then repeated. Calls that need one at the same time share the
 * question. The dialog loads with the first question.
 */
function ProofPrompt() {
  const [Dialog, setDialog] = useState<ComponentType<ProofDialogProps> | null>(null);
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    let finish: (isProved: boolean) => void = () => undefined;
    const ask = async (): Promise<boolean> => {
      const [{ ProofDialog }] = await loadDialog();
      setDialog(() => ProofDialog);
      return new Promise((resolve) => {
        finish = resolve;
        setAnswer(() => resolve);
      });
    };
    const unbind = bindProof(() => {
      // If the dialog cannot be loaded, the call fails with its own error.
      asking ??= ask()
        .catch(() => false)
        .finally(() => {
          asking = null;
          setAnswer(null);
        });
      return asking;
    });
    return () => {
      unbind();
      finish(false);
    };
  }, []);
  return Dialog && <Dialog isOpen={answer !== null} onAnswer={(isProved) => answer?.(isProved)} />;
}
