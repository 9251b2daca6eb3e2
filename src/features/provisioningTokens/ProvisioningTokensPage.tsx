import { KeySquare, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxProvisioningTokens } from '../../../contract/provisioningLimits.ts';
import type { ProvisioningToken } from '../../../contract/provisioningTokens.ts';
import { provisioningTokens, removeProvisioningToken } from '#api/provisioningTokens.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { CopiedText } from '#domain/CopiedText.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';

/** The tokens with which the directory of the organisation provisions users: `/dashboard/provisioning`. */
export function ProvisioningTokensPage() {
  const { t } = useTranslation('provisioningTokens');
  const invalidate = useInvalidate();
  const { data, error, isValidating, retry } = useQuery(provisioningTokens);
  const now = Date.parse(useMinute());
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ProvisioningToken | null>(null);
  useDocumentTitle(t('title'));

  const remove = async () => {
    if (!removing) return;
    await removeProvisioningToken(removing.id);
    await invalidate(provisioningTokens[0]);
    setRemoving(null);
    toast({ title: t('removed'), tone: 'success' });
  };
  const valid = data?.results.filter(({ expires }) => Date.parse(expires) > now).length ?? 0;
  const isFull = valid >= maxProvisioningTokens;
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      {data && data.address !== null && (
        <Panel title={t('address')}>
          <CopiedText text={data.address} />
        </Panel>
      )}
      <Panel
        title={t('tokens')}
        action={
          data && (
            <Button icon={<Plus aria-hidden />} isDisabled={isFull} onPress={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      >
        {isFull && <p>{t('full')}</p>}
        {!data && error !== undefined ? (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        ) : data?.results.length === 0 ? (
          <EmptyState icon={<KeySquare />} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        ) : (
          <Rows aria-busy={!data}>
            {data?.results.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                isOver={Date.parse(token.expires) <= now}
                onRemove={() => setRemoving(token)}
              />
            )) ?? (
              <ListRow>
                <Skeleton height="40px" />
              </ListRow>
            )}
          </Rows>
        )}
      </Panel>
      {isAdding && <NewTokenDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        confirm={t('remove')}
        act={remove}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </Stack>
  );
}

type TokenRowProps = { token: ProvisioningToken; isOver: boolean; onRemove: () => void };

function TokenRow({ token: { name, created, created_by, expires, used }, isOver, onRemove }: TokenRowProps) {
  const { t } = useTranslation('provisioningTokens');
  const { dates } = useFormats();
  const made = { when: dates.dateTime(created), name: created_by ?? '–' };
  const details = [
    t('created', made),
    used === null ? t('unused') : t('used', { when: dates.dateTime(used) }),
    t('expires', { when: dates.dateTime(expires) }),
  ];
  return (
    <ListRow>
      <div>
        <div>
          {name} {isOver && <Badge tone="warning">{t('over')}</Badge>}
        </div>
        <RowDetail>{details.join(' · ')}</RowDetail>
      </div>
      <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={onRemove}>
        {t('remove')}
      </Button>
    </ListRow>
  );
}
