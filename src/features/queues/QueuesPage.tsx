import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { QueueType } from '../../../contract/interpretations.ts';
import type { QueuePriority } from '../../../contract/queues.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { orderQueues, queues } from '#api/queues.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Card } from '#ui/Card.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { ArrangeTree } from '#ui/list/ArrangeTree.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { colour, space } from '#ui/theme.ts';
import { useTellFailure } from '#ui/useAct.ts';

/** A queue as a row that can be moved. */
type ArrangedQueue = { id: QueueType; name: string; priority: number | null; below?: readonly ArrangedQueue[] };

/** The most urgent queue first; the emergency queue before all others, and queues without a priority last. */
function inOrder(all: readonly QueuePriority[]): QueuePriority[] {
  const rank = ({ queue_type, priority }: QueuePriority) => (queue_type === 'emergency' ? 0 : (priority ?? Infinity));
  return all.toSorted((a, b) => rank(a) - rank(b) || 0);
}

/** The queues in the order in which they are answered: `/dashboard/queues`. Each change of the order is saved at once (Q16). */
export function QueuesPage() {
  const { t } = useTranslation(['queues', 'arrange']);
  const { data, error, isValidating, retry } = useQuery(queues);
  const { reservedQueuePriorities: reserved } = useTenant();
  const invalidate = useInvalidate();
  const tellFailure = useTellFailure();
  const [ahead, setAhead] = useState<readonly string[] | null>(null);
  const [news, setNews] = useState('');
  useDocumentTitle(t('title'));

  const rows = inOrder(data?.results ?? []).map(({ queue_type, priority }): ArrangedQueue => {
    return { id: queue_type, name: t(`types.${queue_type}`), priority };
  });
  const [fixed, movable] = [true, false].map((isEmergency) =>
    rows.filter(({ id }) => (id === 'emergency') === isEmergency),
  );
  const shown = ahead ? (movable ?? []).toSorted((a, b) => ahead.indexOf(a.id) - ahead.indexOf(b.id)) : movable;
  const isWritable = data?.results.some(({ can }) => can.update) ?? false;

  const change = async (ids: string[], moved: ArrangedQueue) => {
    setAhead(ids);
    const place = (fixed?.length ?? 0) + ids.indexOf(moved.id) + 1;
    setNews(t('arrange:moved', { name: moved.name, place, count: rows.length }));
    try {
      await orderQueues([...(fixed ?? []).map(({ id }) => id), ...(ids as QueueType[])]);
    } catch (failure) {
      setNews('');
      tellFailure(failure);
    }
    await invalidate(queues[0]);
    setAhead(null);
  };
  const render = ({ name, priority }: ArrangedQueue) => (
    <Line>
      <strong>{name}</strong>
      <span>{`${t('priority')}: ${ahead ? '…' : (priority ?? t('unset'))}`}</span>
    </Line>
  );
  return (
    <Page $gap={6}>
      <PageHead
        title={t('title')}
        description={data && `${t('intro')} ${t(isWritable ? 'arrange:how' : 'ownersOrder')}`}
      />
      <Card>
        {!data && error !== undefined ? (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        ) : data ? (
          <>
            {fixed?.map((queue) => (
              <Fixed key={queue.id}>
                {render(queue)}
                {isWritable && <p>{t(reserved.length > 1 ? 'reservedTwo' : 'reservedOne')}</p>}
                {!isWritable && reserved.length > 1 && <p>{t('ofThisAlone', { priorities: reserved.join(', ') })}</p>}
              </Fixed>
            ))}
            {isWritable ? (
              <ArrangeTree
                label={t('title')}
                items={shown ?? []}
                renderItem={render}
                onOrder={(_, ids, moved) => void change(ids, moved)}
              />
            ) : (
              shown?.map((queue) => <Fixed key={queue.id}>{render(queue)}</Fixed>)
            )}
          </>
        ) : (
          <Stack aria-busy $gap={2}>
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height="40px" />
            ))}
          </Stack>
        )}
      </Card>
      <Hidden as="div" role="status">
        {news}
      </Hidden>
    </Page>
  );
}

const Page = styled(Stack)`
  max-inline-size: 760px;
`;

/** A queue that cannot be moved. */
const Fixed = styled.div`
  padding: ${space(3.5)} ${space(5)};
  border-block-end: 1px solid ${colour.border};

  &:last-child {
    border-block-end: 0;
  }

  & > p {
    color: ${colour.textMuted};
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space(1)} ${space(4)};

  & > span {
    color: ${colour.textMuted};
  }
`;
