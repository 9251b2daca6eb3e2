import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PushDevice } from '../../../contract/notifications.ts';
import { notifications } from '#api/notifications.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { DeviceName } from '#domain/DeviceName.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { Loaded, rowsPlaceholder } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { SavedSwitch } from '#ui/SavedSwitch.tsx';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';
import { canReceivePush, subscribe } from './browser.ts';

/** The devices on which the signed-in person may get push messages: this one is added, each is switched on or off. */
export function DevicesPanel() {
  const { t } = useTranslation('notifications');
  const read = useQuery(notifications.devices);
  return (
    <Panel title={t('devices.title')}>
      <Muted as="p">{t('devices.lead')}</Muted>
      <Loaded read={read} failed={t('devices.failed')} placeholder={rowsPlaceholder}>
        {({ results, key }) => (
          <Rows>
            {results.every(({ is_current }) => !is_current) && <ThisDevice serverKey={key} />}
            {results
              .toSorted((device, other) => Number(other.is_current) - Number(device.is_current))
              .map((device) => (
                <AddedDevice key={device.id} device={device} />
              ))}
          </Rows>
        )}
      </Loaded>
    </Panel>
  );
}

/** This device before it was added. */
function ThisDevice({ serverKey }: { serverKey: string }) {
  const { t } = useTranslation('notifications');
  const invalidate = useInvalidate();
  const [isDenied, setDenied] = useState(() => canReceivePush() && Notification.permission === 'denied');

  const { run: add, isRunning: isAdding } = useAct(async () => {
    const device = await subscribe(serverKey).catch(() => null);
    setDenied(Notification.permission === 'denied');
    if (device) {
      await notifications.addDevice(device);
      await invalidate(notifications.devices[0]);
    } else if (Notification.permission !== 'denied') toast({ title: t('devices.addFailed'), tone: 'danger' });
  });
  const hint = !canReceivePush() ? t('devices.unsupported') : isDenied ? t('browser.denied') : null;
  return (
    <ListRow>
      <div>
        {t('devices.current')}
        <RowDetail role={isDenied ? 'alert' : undefined}>{hint ?? t('devices.delivery')}</RowDetail>
      </div>
      {hint === null && (
        <Button icon={<BellPlus aria-hidden />} isPending={isAdding} onPress={() => void add()}>
          {t('devices.add')}
        </Button>
      )}
    </ListRow>
  );
}

function AddedDevice({ device }: { device: PushDevice }) {
  const { t } = useTranslation('notifications');
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const { id, created, enabled, is_current } = device;
  const isDenied = is_current && canReceivePush() && Notification.permission === 'denied';
  const details = [
    ...(is_current ? [t('devices.current')] : []),
    t('devices.since', { when: dates.dateTime(created) }),
  ];
  const save = async (isOn: boolean) => {
    await notifications.switchDevice(id, { enabled: isOn });
    await invalidate(notifications.devices[0]);
  };
  return (
    <SwitchRow>
      <SavedSwitch
        label={<DeviceName device={device} />}
        description={isDenied ? t('browser.denied') : details.join(' · ')}
        isOn={enabled}
        save={save}
      />
    </SwitchRow>
  );
}

const SwitchRow = styled(ListRow)`
  & > * {
    flex: 1;
  }
`;
