import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Tenant } from '../../contract/tenant.ts';
import { SignIn } from '#features/auth/SignIn.tsx';
import { ChunkError } from '#lib/loadChunk.ts';
import type { GoTo } from '#lib/goTo.ts';
import { isAuthenticatedAtom } from '#session/session.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { space } from '#ui/theme.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { Surroundings } from './Surroundings.tsx';

/** Replaces the sign-in page by the app with its router: at `to`, or at the current address. Rejects if it could not be loaded. */
export type Leave = (to?: string, options?: Parameters<GoTo>[1]) => Promise<void>;

type SignInAppProps = {
  tenant: Tenant;
  /** The query of the address. */
  search: string;
  leave: Leave;
  /** Preloads what `leave` needs. */
  prepareLeaving: () => void;
  /** Called once the page is in the document and handles input. */
  afterMount: (() => void) | null;
};

/** A page that could not be opened, and why. */
type Failure = { error: unknown; retry: () => void };

/** The sign-in page as the first page of the app. The router is loaded while the person types. */
export function SignInApp({ tenant, search, leave, prepareLeaving, afterMount }: SignInAppProps) {
  const { t } = useTranslation('app');
  const isAuthenticated = useAtomValue(isAuthenticatedAtom);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const open = async (...target: Parameters<Leave>) => {
    setLeaving(true);
    setFailure(null);
    try {
      await leave(...target);
    } catch (error) {
      setFailure({ error, retry: () => void open(...target) });
    }
    setLeaving(false);
  };
  const openHere = useEffectEvent(() => void open());
  useEffect(() => {
    if (isAuthenticated) openHere();
  }, [isAuthenticated]);
  useEffect(() => {
    // Forward, to a page that was open before this one was reloaded.
    const moved = () => openHere();
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, []);
  // After the effects of the fields, in which they register with their form.
  useEffect(() => afterMount?.(), [afterMount]);

  return (
    <TenantProvider tenant={tenant}>
      <Surroundings progress={isLeaving && <ProgressBar label={t('loading')} />}>
        <AuthFrame>
          {failure && <NotOpened {...failure} />}
          <SignIn search={search} navigate={open} prepareNavigation={prepareLeaving} />
        </AuthFrame>
      </Surroundings>
    </TenantProvider>
  );
}

/** Tells that a page could not be opened, with Retry. */
function NotOpened({ error, retry }: Failure) {
  const { t } = useTranslation('app');
  const isOutdated = error instanceof ChunkError && error.isOutdated;
  return (
    <Notice>
      <Banner
        tone="danger"
        isUrgent
        action={
          <Button size="small" onPress={isOutdated ? () => location.reload() : retry}>
            {t(isOutdated ? 'reload' : 'retry')}
          </Button>
        }
      >
        {t(isOutdated ? 'newRelease' : 'chunkFailed')}
      </Banner>
    </Notice>
  );
}

const Notice = styled.div`
  margin-block-end: ${space(4)};
`;
