import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RetentionPeriod } from '../../../contract/retention.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { confirmRetention, retention } from '#api/retention.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { PeriodTable } from './PeriodTable.tsx';

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
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('intro')} />
      {!data && error !== undefined ? (
        <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : data ? (
        <>
          {data.results
            .filter(({ pending }) => pending)
            .map((period) => (
              <Banner
                key={period.kind}
                tone="warning"
                action={
                  period.can.confirm && (
                    <Button
                      variant="destructive"
                      icon={<Trash2 aria-hidden />}
                      aria-label={`${t('confirm')}: ${t(`kinds.${period.kind}`)}`}
                      onPress={() => setAsked(period)}
                    >
                      {t('confirm')}
                    </Button>
                  )
                }
              >
                {`${t(`kinds.${period.kind}`)}: ${t('waiting')}`}
              </Banner>
            ))}
          <PeriodTable periods={data.results} />
        </>
      ) : (
        <Skeleton height="320px" />
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
    </Stack>
  );
}
