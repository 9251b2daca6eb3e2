import { RotateCcw, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pageSize } from '../../../contract/bounds.ts';
import type { DeliveryState } from '../../../contract/webhookLimits.ts';
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { webhooks } from '#api/webhooks.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PanelPager, type Place } from '#ui/list/PanelPager.tsx';
import { StaleBanner } from '#ui/list/StaleBanner.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { ListRow, RowDetail } from '#ui/Rows.ts';
import { font } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';

const tones = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const satisfies Record<
  DeliveryState,
  string
>;

/** The events for a webhook with the attempts to send them. */
export function DeliveriesPanel({ webhook: { id, enabled, failed } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const tellFailure = useTellFailure();
  const [place, setPlace] = useState<Place>({ page: 1, size: pageSize.default });
  const read = useQuery(webhooks.deliveries(id, { page: place.page, page_size: place.size }));
  const { data, error, isLoading, isValidating, retry } = read;

  /** Acts at once, because nothing is lost; reports the result. */
  const act = async (send: () => Promise<unknown>, title: string) => {
    try {
      await send();
      toast({ title, tone: 'success' });
    } catch (failure) {
      tellFailure(failure);
    }
    await invalidate(webhooks.path);
  };
  return (
    <Panel
      title={t('deliveries')}
      action={
        <Row>
          {failed > 0 && (
            <Button
              icon={<RotateCcw aria-hidden />}
              isDisabled={!enabled}
              onPress={() => void act(() => webhooks.replayFailed(id), t('replayed'))}
            >
              {t('replayAll', { number: failed })}
            </Button>
          )}
          <Button
            icon={<Send aria-hidden />}
            isDisabled={!enabled}
            onPress={() => void act(() => webhooks.sendTest(id), t('testSent'))}
          >
            {t('test')}
          </Button>
        </Row>
      }
    >
      {data && error !== undefined && <StaleBanner isRetrying={isValidating} onRetry={() => void retry()} />}
      <LoadedRows
        read={read}
        failed={t('failed')}
        isBusy={isLoading}
        empty={
          <EmptyState icon={<Send />} title={t('nothingSent')}>
            {t('nothingSentText')}
          </EmptyState>
        }
      >
        {(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onReplay={enabled ? () => void act(() => webhooks.replay(id, delivery.id), t('replayed')) : null}
          />
        )}
      </LoadedRows>
      {data && <PanelPager place={place} onPlace={setPlace} count={data.count} />}
    </Panel>
  );
}

type DeliveryRowProps = { delivery: WebhookDelivery; onReplay: (() => void) | null };

function DeliveryRow({ delivery, onReplay }: DeliveryRowProps) {
  const { t } = useTranslation('webhooks');
  const { dates } = useFormats();
  const { type, state, created, next_attempt, attempts } = delivery;
  return (
    <ListRow>
      <Words>
        <div>
          {t(`types.${type}`)} <Badge tone={tones[state]}>{t(`deliveryState.${state}`)}</Badge>
        </div>
        <RowDetail>
          {dates.dateTime(created)}
          {next_attempt !== null && ` · ${t('nextAttempt', { when: dates.dateTime(next_attempt) })}`}
        </RowDetail>
        {attempts.length > 0 && (
          <details>
            <summary>{t('attempts', { count: attempts.length })}</summary>
            <ul>
              {attempts.map(({ at, status, failure, milliseconds, answer }) => (
                <li key={at}>
                  <RowDetail>
                    {dates.dateTime(at)} · {failure === null ? status : t(`failure.${failure}`)} · {milliseconds} ms
                  </RowDetail>
                  {answer && <Answer dir="auto">{answer}</Answer>}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Words>
      {state !== 'waiting' && (
        <Button icon={<RotateCcw aria-hidden />} isDisabled={onReplay === null} onPress={() => onReplay?.()}>
          {t('replay')}
        </Button>
      )}
    </ListRow>
  );
}

const Words = styled.div`
  flex: 1 1 240px;
  min-inline-size: 0;
`;

const Answer = styled.code`
  display: block;
  font-family: ${font.mono};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
