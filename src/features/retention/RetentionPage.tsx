import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { RetentionPeriod } from '../../../contract/retention.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { confirmRetention, retention } from '#api/retention.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { PeriodPanel } from './PeriodPanel.tsx';

/**
 * How long each kind of data is kept, and what the next run deletes: `/dashboard/retention`. Owners confirm shorter periods here.
 */
export function RetentionPage() {
  const { t } = useTranslation('retention');
  const { data, error, isValidating, retry } = useQuery(retention);
  const { numbers } = useFormats();
  const invalidate = useInvalidate();
  const [asked, setAsked] = useState<RetentionPeriod | null>(null);
  useDocumentTitle(t('title'));

  const confirm = async () => {
    if (asked?.days) await confirmRetention(asked.kind, asked.days);
    await invalidate(retention[0]);
    setAsked(null);
    toast({ title: t('confirmed'), tone: 'success' });
  };
  return (
    <Page $gap={6}>
      <PageHead title={t('title')} description={t('intro')} />
      {!data && error !== undefined ? (
        <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : data ? (
        data.results.map((period) => (
          <PeriodPanel key={period.kind} period={period} onConfirm={() => setAsked(period)} />
        ))
      ) : (
        <Stack aria-busy $gap={4}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="160px" />
          ))}
        </Stack>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={t('question')}
        confirm={t('confirm')}
        act={confirm}
      >
        {asked && <p>{t('warning', { kind: t(`kinds.${asked.kind}`), number: numbers.count(asked.due) })}</p>}
      </ConfirmDialog>
    </Page>
  );
}

const Page = styled(Stack)`
  max-inline-size: 760px;
`;
