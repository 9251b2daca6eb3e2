import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { configStateAtom, loadConfig } from '#api/config.ts';
import { connectionAtom } from '#api/connection.ts';
import { isAuthenticatedAtom, restoreSession, startFailureAtom } from '#session/session.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { layer } from '#ui/theme.ts';
import { stageInset, useTopInset } from './topInset.ts';

/** The pause between attempts to check a stored session, in milliseconds. */
const sessionPause = 15_000;

/**
 * Shows that the server cannot be reached, with Retry; the app stays usable (Q3). A stored session is checked again until the server
 * answers. `reread` reads again what the page has loaded.
 */
export function ConnectionBanner({ reread }: { reread?: () => Promise<void> }) {
  const { t } = useTranslation('app');
  const config = useAtomValue(configStateAtom);
  const connection = useAtomValue(connectionAtom);
  const isAuthenticated = useAtomValue(isAuthenticatedAtom);
  const isSessionUnread = useAtomValue(startFailureAtom)?.isKept ?? false;
  const [retrying, setRetrying] = useState(false);
  useEffect(() => {
    if (!isSessionUnread) return undefined;
    const timer = setInterval(() => void restoreSession(), sessionPause);
    return () => clearInterval(timer);
  }, [isSessionUnread]);

  const recover = async () => {
    // Triggers everything that waits for the network, including the reads on screen.
    window.dispatchEvent(new Event('online'));
    // Checks a stored session that could not be checked before.
    if (!isAuthenticated) await restoreSession();
    await reread?.();
  };
  const recoverByItself = useEffectEvent(recover);
  const wasMissing = useRef(false);
  useEffect(() => {
    if (config === 'missing') wasMissing.current = true;
    if (config !== 'ready' || !wasMissing.current) return;
    wasMissing.current = false;
    if (!retrying) void recoverByItself();
  }, [config, retrying]);

  const configMissing = config === 'missing' || (retrying && config === 'waiting');
  if (!configMissing && connection === 'online' && !isSessionUnread) return null;

  const retry = async () => {
    setRetrying(true);
    if (config !== 'ready') await loadConfig();
    await recover();
    setRetrying(false);
  };
  const trouble = connection === 'offline' ? 'offline' : isSessionUnread ? 'sessionUnread' : 'unreachable';
  const text = t(configMissing ? 'configMissing' : trouble);
  return (
    <Place>
      <Banner
        tone="warning"
        placement="page"
        action={
          <Button size="small" onPress={() => void retry()} isPending={retrying}>
            {t('retry')}
          </Button>
        }
      >
        {text}
      </Banner>
    </Place>
  );
}

/** Stays in sight without covering the navigation. */
function Place({ children }: { children: ReactNode }) {
  return <Sticky ref={useTopInset<HTMLDivElement>('--banner-inset')}>{children}</Sticky>;
}

const Sticky = styled.div`
  position: sticky;
  inset-block-start: ${stageInset};
  z-index: ${layer.rail};
`;
