import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RetentionPeriod } from '../../../contract/retention.ts';
import { Day, DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Facts } from '#ui/Facts.ts';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';

/** The period of one kind of data, and what it concerns now. */
export function PeriodPanel({ period, onConfirm }: { period: RetentionPeriod; onConfirm: () => void }) {
  const { t } = useTranslation('retention');
  const { numbers } = useFormats();
  const { kind, days, in_force, pending, count, due, held, oldest, last_run, can } = period;
  const inWords = (number: number | null) => (number === null ? t('never') : t('days', { count: number }));
  return (
    <Panel title={t(`kinds.${kind}`)}>
      <Muted as="p">{t(`what.${kind}`)}</Muted>
      <Facts>
        <dt>{t('period')}</dt>
        <dd>{inWords(days)}</dd>
        {pending && (
          <>
            <dt>{t('inForce')}</dt>
            <dd>{inWords(in_force)}</dd>
          </>
        )}
        <dt>{t('count')}</dt>
        <dd>{numbers.count(count)}</dd>
        {days !== null && kind !== 'recordings' && (
          <>
            <dt>{t('due')}</dt>
            <dd>{numbers.count(due)}</dd>
          </>
        )}
        {oldest !== null && (
          <>
            <dt>{t('oldest')}</dt>
            <dd>
              <Day at={oldest} />
            </dd>
          </>
        )}
        {held > 0 && (
          <>
            <dt>{t('held')}</dt>
            <dd>{numbers.count(held)}</dd>
          </>
        )}
        {last_run !== null && kind !== 'recordings' && (
          <>
            <dt>{t('lastRun')}</dt>
            <dd>
              <DateTime at={last_run} />
            </dd>
          </>
        )}
      </Facts>
      {pending && (
        <Banner
          tone="warning"
          action={
            can.confirm && (
              <Button
                variant="destructive"
                icon={<Trash2 aria-hidden />}
                aria-label={`${t('confirm')}: ${t(`kinds.${kind}`)}`}
                onPress={onConfirm}
              >
                {t('confirm')}
              </Button>
            )
          }
        >
          {t('waiting')}
        </Banner>
      )}
    </Panel>
  );
}
