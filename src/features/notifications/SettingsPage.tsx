import { useAtomValue } from 'jotai';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { notifications } from '#api/notifications.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Muted } from '#ui/Muted.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SavedSwitch } from '#ui/SavedSwitch.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';

const DevicesPanel = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/webPush/DevicesPanel.tsx'))).DevicesPanel,
}));

/** How the signed-in person is notified: `/dashboard/notifications/settings`. */
export function SettingsPage() {
  const { t } = useTranslation('notifications');
  const user = useAtomValue(userAtom);
  const isPlanner = user?.role !== 'interpreter';
  const leads = [t('listLead'), useFlag('live') && isPlanner && t('liveLead'), isPlanner && t('jobsLead')];
  const hasPush = useFlag('webPush') && user?.offers.includes('push');
  useDocumentTitle(t('settings'));
  return (
    <Narrow $gap={6}>
      <PageHead
        title={t('settings')}
        description={leads.filter(Boolean).join(' ')}
        crumbs={[{ label: t('title'), href: paths.notifications.href() }]}
      />
      <EmailPanel urgent={t(isPlanner ? 'email.urgent' : 'email.urgentForInterpreters')} />
      {hasPush ? (
        <Suspense fallback={<Skeleton height="160px" />}>
          <DevicesPanel />
        </Suspense>
      ) : (
        <BrowserPanel />
      )}
    </Narrow>
  );
}

function EmailPanel({ urgent }: { urgent: string }) {
  const { t } = useTranslation('notifications');
  const invalidate = useInvalidate();
  const { data, error, isValidating, retry } = useQuery(notifications.settings);
  if (!data && error !== undefined)
    return (
      <FailedState title={t('settingsFailed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
    );
  const save = async (email: boolean) => {
    await notifications.change({ email });
    await invalidate(notifications.settings[0]);
  };
  return (
    <Panel title={t('email.title')}>
      {data ? (
        <SavedSwitch label={t('email.isOn')} description={urgent} isOn={data.email} save={save} />
      ) : (
        <Skeleton height="40px" />
      )}
    </Panel>
  );
}

/** Asks for the permission to show notifications in this browser, which browsers allow after a press only. */
function BrowserPanel() {
  const { t } = useTranslation('notifications');
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'granted'));
  const ask = async () => {
    // Where nothing may be stored, browsers refuse to ask.
    await Notification.requestPermission().catch(() => undefined);
    setState(Notification.permission);
  };
  return (
    <Panel
      title={t('browser.title')}
      action={
        state === 'default' && (
          <Button icon={<Bell aria-hidden />} onPress={() => void ask()}>
            {t('browser.allow')}
          </Button>
        )
      }
    >
      {state === 'denied' ? (
        <Banner tone="warning">{t('browser.denied')}</Banner>
      ) : (
        <Muted as="p">{t('browser.lead')}</Muted>
      )}
    </Panel>
  );
}

const Narrow = styled(Stack)`
  max-inline-size: 640px;
`;
