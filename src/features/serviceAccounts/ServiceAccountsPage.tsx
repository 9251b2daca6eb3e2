import { KeySquare, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxServiceAccounts, rotationOverlaps } from '../../../contract/serviceAccountNames.ts';
import type { ServiceAccount, ServiceAccounts } from '../../../contract/serviceAccounts.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { endServiceAccount, rotateSecret, serviceAccounts } from '#api/serviceAccounts.ts';
import { CopiedText } from '#domain/CopiedText.tsx';
import { SecretDialog } from '#domain/SecretDialog.tsx';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { ListRow, RowDetail } from '#ui/Rows.ts';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { NewAccountDialog } from './NewAccountDialog.tsx';
import { type DaysChoice, useDays } from './useDays.ts';

/** The accounts of other systems, such as a video platform: `/dashboard/service-accounts`. */
export function ServiceAccountsPage() {
  const { t } = useTranslation('serviceAccounts');
  const read = useQuery(serviceAccounts);
  const { data } = read;
  const now = Date.parse(useMinute());
  const [isAdding, setAdding] = useState(false);
  const [rotating, setRotating] = useState<ServiceAccount | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [ending, setEnding] = useState<ServiceAccount | null>(null);
  useDocumentTitle(t('title'));
  const valid = data?.results.filter(({ expires }) => Date.parse(expires) > now).length ?? 0;
  const isFull = valid >= maxServiceAccounts;
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      <Addresses addresses={data?.addresses} />
      <Panel
        title={t('accounts')}
        action={
          data && (
            <Button icon={<Plus aria-hidden />} isDisabled={isFull} onPress={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      >
        {isFull && <p>{t('full')}</p>}
        <LoadedRows
          read={read}
          failed={t('failed')}
          empty={
            <EmptyState icon={<KeySquare />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          }
        >
          {(account) => (
            <AccountRow
              key={account.id}
              account={account}
              now={now}
              onRotate={() => setRotating(account)}
              onEnd={() => setEnding(account)}
            />
          )}
        </LoadedRows>
      </Panel>
      {isAdding && <NewAccountDialog onClose={() => setAdding(false)} onSecret={setSecret} />}
      {rotating && <RotateDialog account={rotating} onClose={() => setRotating(null)} onSecret={setSecret} />}
      {secret !== null && (
        <SecretDialog
          secret={secret}
          title={t('newTitle')}
          text={t('newText')}
          confirm={t('kept')}
          onClose={() => setSecret(null)}
        />
      )}
      <EndDialog account={ending} onClose={() => setEnding(null)} />
    </Stack>
  );
}

/** The addresses that other systems call, as far as the backend has them. */
function Addresses({ addresses }: { addresses: ServiceAccounts['addresses'] | undefined }) {
  const { t } = useTranslation('serviceAccounts');
  const { platform = null, read = null } = addresses ?? {};
  return (
    <>
      {platform !== null && (
        <Panel title={t('platformAddress')}>
          <CopiedText text={platform} />
        </Panel>
      )}
      {read !== null && (
        <Panel title={t('readAddress')}>
          <CopiedText text={read} />
        </Panel>
      )}
    </>
  );
}

/** Asks before an account is ended; null: none is. */
function EndDialog({ account, onClose }: { account: ServiceAccount | null; onClose: () => void }) {
  const { t } = useTranslation('serviceAccounts');
  const invalidate = useInvalidate();
  const end = async () => {
    if (!account) return;
    await endServiceAccount(account.id);
    await invalidate(serviceAccounts[0]);
    onClose();
    toast({ title: t('ended'), tone: 'success' });
  };
  return (
    <ConfirmDialog
      isOpen={account !== null}
      onClose={onClose}
      title={t('endTitle', { name: account?.name ?? '' })}
      confirm={t('end')}
      act={end}
    >
      <p>{t('endText')}</p>
    </ConfirmDialog>
  );
}

type AccountRowProps = { account: ServiceAccount; now: number; onRotate: () => void; onEnd: () => void };

function AccountRow({ account, now, onRotate, onEnd }: AccountRowProps) {
  const { t } = useTranslation('serviceAccounts');
  const { dates } = useFormats();
  const { name, scopes, networks, created, created_by, expires, overlap_until, used } = account;
  const made = { when: dates.dateTime(created), name: created_by ?? '–' };
  const details = [
    t('created', made),
    used === null ? t('unused') : t('used', { when: dates.dateTime(used) }),
    t('expires', { when: dates.dateTime(expires) }),
    ...(overlap_until === null ? [] : [t('overlap', { when: dates.dateTime(overlap_until) })]),
    ...(networks.length === 0 ? [] : [t('onlyFrom', { networks: networks.join(', ') })]),
  ];
  return (
    <ListRow>
      <div>
        <div>
          {name} {Date.parse(expires) <= now && <Badge tone="warning">{t('over')}</Badge>}
        </div>
        <RowDetail>{scopes.map((scope) => t(scope)).join(' · ')}</RowDetail>
        <RowDetail>{details.join(' · ')}</RowDetail>
      </div>
      <Row>
        <Button icon={<RefreshCw aria-hidden />} onPress={onRotate}>
          {t('rotate')}
        </Button>
        <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={onEnd}>
          {t('end')}
        </Button>
      </Row>
    </ListRow>
  );
}

type Overlap = (typeof rotationOverlaps)[number];
type Values = { days: DaysChoice | null; overlap: `${Overlap}` | null };

type RotateDialogProps = {
  account: ServiceAccount;
  onClose: () => void;
  /** Receives the new secret, also if the dialog was closed meanwhile. */
  onSecret: (secret: string) => void;
};

/** Replaces the secret of an account. */
function RotateDialog({ account: { id, name }, onClose, onSecret }: RotateDialogProps) {
  const { t } = useTranslation('serviceAccounts');
  const invalidate = useInvalidate();
  const days = useDays();
  const overlaps = rotationOverlaps.map((hours) => ({
    value: `${hours}` as const,
    label: hours === 0 ? t('atOnce') : t('hours', { count: hours }),
  }));

  const rotate = async (values: Values) => {
    const overlap_hours = rotationOverlaps.find((hours) => `${hours}` === values.overlap) ?? 24;
    const rotated = await rotateSecret(id, { days: days.daysOf(values.days), overlap_hours });
    onClose();
    onSecret(rotated.secret);
    await invalidate(serviceAccounts[0]);
  };
  const first: Values = { days: days.first, overlap: '24' };
  return (
    <FormDialog
      title={t('rotateTitle', { name })}
      onClose={onClose}
      initialValues={first}
      onSubmit={rotate}
      submit={t('rotate')}
    >
      <FormSelect name="overlap" label={t('overlapLabel')} choices={overlaps} />
      <FormSelect name="days" label={t('newValid')} choices={days.choices} />
    </FormDialog>
  );
}
