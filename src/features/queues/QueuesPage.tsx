import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useQuery } from '#api/query.ts';
import { queues } from '#api/queues.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Card } from '#ui/Card.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { RequiredLegend } from '#ui/form/RequiredLegend.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { QueueForm } from './QueueForm.tsx';

/** The queues by priority: `/dashboard/queues`. */
export function QueuesPage() {
  const { t } = useTranslation('queues');
  const { data, error, isValidating, retry } = useQuery(queues);
  useDocumentTitle(t('title'));
  return (
    <Page $gap={6}>
      <PageHead title={t('title')} description={t('intro')} />
      <RequiredLegend />
      <Card>
        {!data && error !== undefined ? (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        ) : (
          <Rows aria-busy={!data}>
            {data
              ? data.results.map((queue) => (
                  <li key={queue.queue_type}>
                    <QueueForm queue={queue} />
                  </li>
                ))
              : [1, 2, 3, 4].map((row) => (
                  <li key={row}>
                    <Skeleton height="40px" />
                  </li>
                ))}
          </Rows>
        )}
      </Card>
    </Page>
  );
}

const Page = styled(Stack)`
  max-inline-size: 760px;
`;

const Rows = styled.ul`
  & > li {
    padding: ${space(4)} ${space(5)};
  }

  & > li + li {
    border-block-start: 1px solid ${colour.border};
  }
`;
