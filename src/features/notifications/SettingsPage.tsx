import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { digests, notificationChannels, urgentKinds } from '../../../contract/notificationKinds.ts';
import type { NotificationSettings } from '../../../contract/notifications.ts';
import { notifications } from '#api/notifications.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { holdUnsaved } from '#lib/release.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag, useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { ChangesGuard } from '#ui/form/UnsavedGuard.tsx';
import { Muted } from '#ui/Muted.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { Switch } from '#ui/Switch.tsx';
import { font, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { BrowserPermission } from './BrowserPermission.tsx';

const DevicesPanel = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/webPush/DevicesPanel.tsx'))).DevicesPanel,
}));

/** What the signed-in person is notified of, and how: `/dashboard/notifications/settings`. */
export function SettingsPage() {
  const { t } = useTranslation('notifications');
  const { data, error, isValidating, retry } = useQuery(notifications.settings);
  const offers = useAtomValue(userAtom)?.offers ?? [];
  const hasPush = useFlag('webPush') && offers.includes('push');
  useDocumentTitle(t('settingsTitle'));
  return (
    <Stack $gap={6}>
      <PageHead
        title={t('settingsTitle')}
        description={t('settingsLead')}
        crumbs={[{ label: t('title'), href: paths.notifications.href() }]}
      />
      {data ? (
        <Choices stored={data} hasPush={hasPush} />
      ) : error === undefined ? (
        <Skeleton height="320px" />
      ) : (
        <FailedState title={t('settingsFailed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      )}
      {hasPush && (
        <Suspense fallback={<Skeleton height="160px" />}>
          <DevicesPanel />
        </Suspense>
      )}
    </Stack>
  );
}

type Draft = Omit<NotificationSettings, 'etag'>;

function Choices({ stored: { etag, ...stored }, hasPush }: { stored: NotificationSettings; hasPush: boolean }) {
  const { t } = useTranslation('notifications');
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const [draft, setDraft] = useState<Draft>(stored);
  const [base, setBase] = useState<Draft>(stored);
  const [known, setKnown] = useState<string | null>(etag);
  const [isSaving, setSaving] = useState(false);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(base);
  useEffect(() => (isUnsaved ? holdUnsaved({}) : undefined), [isUnsaved]);
  const isImpossible = draft.quiet !== null && draft.quiet.from === draft.quiet.to;

  const save = async () => {
    setSaving(true);
    try {
      const kinds = draft.kinds.map(({ kind, channels }) => ({ kind, channels }));
      const saved = await notifications.change(known ?? etag, { kinds, quiet: draft.quiet, digest: draft.digest });
      setKnown(saved.etag);
      setBase(draft);
      toast({ title: t('saved'), tone: 'success' });
    } catch (failure) {
      toast({ title: errorMessage(failure), tone: 'danger' });
      // After this message, a second attempt applies to what another tab has saved.
      setKnown(null);
    } finally {
      await invalidate(notifications.settings[0]);
      setSaving(false);
    }
  };
  return (
    <>
      <KindsPanel draft={draft} onChange={setDraft} hasPush={hasPush} />
      <QuietPanel draft={draft} onChange={setDraft} />
      <Panel title={t('digest.title')}>
        <RadioGroup
          label={t('digest.title')}
          isLabelHidden
          description={t('digest.hint')}
          value={draft.digest}
          onChange={(digest) => setDraft({ ...draft, digest })}
          choices={digests.map((value) => ({ value, label: t(`digest.${value}`) }))}
        />
      </Panel>
      <div>
        <Button variant="primary" isPending={isSaving} isDisabled={isImpossible} onPress={() => void save()}>
          {t('save')}
        </Button>
      </div>
      <ChangesGuard isUnsaved={isUnsaved} />
    </>
  );
}

type PartProps = { draft: Draft; onChange: (draft: Draft) => void };

function KindsPanel({ draft, onChange, hasPush }: PartProps & { hasPush: boolean }) {
  const { t } = useTranslation('notifications');
  const id = useId();
  const channels = notificationChannels.filter((channel) => hasPush || channel !== 'push');
  const choose = (kind: string, channel: (typeof channels)[number], isOn: boolean) =>
    onChange({
      ...draft,
      kinds: draft.kinds.map((one) =>
        one.kind === kind ? { ...one, channels: { ...one.channels, [channel]: isOn } } : one,
      ),
    });
  return (
    <Panel title={t('what')}>
      <Muted>{t('channelsHint')}</Muted>
      <BrowserPermission />
      {draft.kinds.map(({ kind, channels: chosen, fixed }) => (
        <Kind key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <KindName id={`${id}-${kind}`}>{t(`kinds.${kind}`)}</KindName>
          {channels.map((channel) => (
            <Switch
              key={channel}
              label={t(`channels.${channel}`)}
              description={fixed.includes(channel) ? t('fixed') : undefined}
              isSelected={chosen[channel]}
              isDisabled={fixed.includes(channel)}
              onChange={(isOn) => choose(kind, channel, isOn)}
            />
          ))}
        </Kind>
      ))}
    </Panel>
  );
}

const times = Array.from({ length: 48 }, (_, half) => {
  const value = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
  return { value, label: value };
});

function QuietPanel({ draft, onChange }: PartProps) {
  const { t } = useTranslation('notifications');
  const { timeZone } = useTenant();
  const { quiet } = draft;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = (changes: Partial<NonNullable<Draft['quiet']>>) =>
    quiet && onChange({ ...draft, quiet: { ...quiet, ...changes } });
  const switchTo = (isOn: boolean) => {
    const kinds = draft.kinds.map(({ kind }) => kind);
    const exceptions = kinds.filter((kind) => (urgentKinds as readonly string[]).includes(kind));
    onChange({ ...draft, quiet: isOn ? { from: '22:00', to: '07:00', zone: timeZone, exceptions } : null });
  };
  const zones = [...new Set([timeZone, own, ...(quiet ? [quiet.zone] : [])])];
  return (
    <Panel title={t('quiet.title')}>
      <Switch label={t('quiet.isOn')} description={t('quiet.lead')} isSelected={quiet !== null} onChange={switchTo} />
      {quiet && (
        <>
          <Times>
            {(['from', 'to'] as const).map((end) => (
              <Select
                key={end}
                label={t(`quiet.${end}`)}
                errorMessage={quiet.from === quiet.to ? t('quiet.same') : undefined}
                choices={times}
                value={quiet[end]}
                onChange={(time) => change({ [end]: time })}
              />
            ))}
            <Select
              label={t('quiet.zone')}
              choices={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
              value={quiet.zone}
              onChange={(zone) => change({ zone })}
            />
          </Times>
          <Kind role="group" aria-label={t('quiet.exceptions')}>
            <KindName aria-hidden>{t('quiet.exceptions')}</KindName>
            {draft.kinds
              .filter(({ kind }) => kind !== 'security')
              .map(({ kind }) => (
                <Switch
                  key={kind}
                  label={t(`kinds.${kind}`)}
                  isSelected={quiet.exceptions.includes(kind)}
                  onChange={(isOn) =>
                    change({
                      exceptions: isOn ? [...quiet.exceptions, kind] : quiet.exceptions.filter((one) => one !== kind),
                    })
                  }
                />
              ))}
          </Kind>
        </>
      )}
    </Panel>
  );
}

const Kind = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  gap: 0 ${space(6)};
  padding-block: ${space(2)};
`;

const KindName = styled.div`
  grid-column: 1 / -1;
  font-weight: ${font.weight.medium};
`;

const Times = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
  gap: ${space(4)};
`;
