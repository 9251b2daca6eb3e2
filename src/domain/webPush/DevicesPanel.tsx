import { BellPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PushDevice } from '../../../contract/notifications.ts';
import { notifications } from '#api/notifications.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { DeviceName } from '#domain/DeviceName.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { canReceivePush, currentSubscription, subscribe } from './browser.ts';

/** The devices on which the signed-in person gets push messages: added and removed. */
export function DevicesPanel() {
  const { t } = useTranslation('notifications');
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const { data, error, isValidating, retry } = useQuery(notifications.devices);
  const [isAdding, setAdding] = useState(false);
  const path = notifications.devices[0];

  const add = async (key: string) => {
    setAdding(true);
    try {
      const device = await subscribe(key);
      if (device) {
        await notifications.addDevice(device);
        await invalidate(path);
        toast({ title: t('devices.added'), tone: 'success' });
      } else
        toast({
          title: t(Notification.permission === 'denied' ? 'browser.denied' : 'devices.addFailed'),
          tone: 'danger',
        });
    } catch {
      toast({ title: t('devices.addFailed'), tone: 'danger' });
    } finally {
      setAdding(false);
    }
  };
  const remove = async ({ id, is_current }: PushDevice) => {
    try {
      await notifications.removeDevice(id);
      if (is_current) await (await currentSubscription())?.unsubscribe();
      toast({ title: t('devices.removed'), tone: 'success' });
    } catch (failure) {
      toast({ title: errorMessage(failure), tone: 'danger' });
    }
    await invalidate(path);
  };
  const hasCurrent = data?.results.some(({ is_current }) => is_current);
  return (
    <Panel
      title={t('devices.title')}
      action={
        data &&
        !hasCurrent && (
          <Button
            icon={<BellPlus aria-hidden />}
            isPending={isAdding}
            isDisabled={!canReceivePush()}
            onPress={() => void add(data.key)}
          >
            {t('devices.add')}
          </Button>
        )
      }
    >
      <Muted>{t('devices.lead')}</Muted>
      {!canReceivePush() && <Banner tone="warning">{t('devices.unsupported')}</Banner>}
      {!data && error !== undefined ? (
        <FailedState title={t('devices.failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : data?.results.length === 0 ? (
        <p>{t('devices.none')}</p>
      ) : (
        <Rows aria-busy={!data}>
          {data?.results.map((device) => (
            <DeviceRow key={device.id} device={device} onRemove={() => void remove(device)} />
          )) ?? (
            <ListRow>
              <Skeleton height="40px" />
            </ListRow>
          )}
        </Rows>
      )}
    </Panel>
  );
}

function DeviceRow({ device, onRemove }: { device: PushDevice; onRemove: () => void }) {
  const { t } = useTranslation('notifications');
  const { dates } = useFormats();
  return (
    <ListRow>
      <div>
        <div>
          <DeviceName device={device} /> {device.is_current && <Badge tone="success">{t('devices.current')}</Badge>}
        </div>
        <RowDetail>{t('devices.since', { when: dates.dateTime(device.created) })}</RowDetail>
      </div>
      <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={onRemove}>
        {t('devices.remove')}
      </Button>
    </ListRow>
  );
}
