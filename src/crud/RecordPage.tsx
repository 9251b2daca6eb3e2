import { FileQuestion, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { type Query, useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { type Crumb, PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';

export type RecordPageProps<Item> = {
  read: Query<Item>;
  /** The list that the record is in. */
  list: Crumb;
  title: (item: Item) => string;
  description?: (item: Item) => ReactNode;
  renderAction?: (item: Item) => ReactNode;
  children: (item: Item) => ReactNode;
};

/** The page of one record: waits for it, says when it is not there, and shows it under its name. */
export function RecordPage<Item>({ read, list, title, description, renderAction, children }: RecordPageProps<Item>) {
  const { t } = useTranslation(['crud', 'app']);
  const errorMessage = useErrorMessage();
  const { data, error, isValidating, retry } = useQuery(read);
  useDocumentTitle(data ? title(data) : list.label);
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone || (!data && error !== undefined)) {
    return (
      <EmptyState
        headingLevel={1}
        icon={isGone ? <FileQuestion /> : <TriangleAlert />}
        title={t(isGone ? 'gone' : 'recordFailed')}
        action={
          <>
            {!isGone && (
              <Button variant="primary" isPending={isValidating} onPress={() => void retry()}>
                {t('app:retry')}
              </Button>
            )}
            <ButtonLink to={list.href}>{list.label}</ButtonLink>
          </>
        }
      >
        {errorMessage(error)}
      </EmptyState>
    );
  }
  return (
    <Stack $gap={6}>
      <PageHead
        title={data ? title(data) : <Skeleton width="220px" />}
        description={data && description?.(data)}
        crumbs={[list]}
        action={data && renderAction?.(data)}
      />
      {data ? (
        children(data)
      ) : (
        <Card aria-busy>
          <Stack style={{ padding: 20 }}>
            {['30%', '60%', '45%', '55%'].map((width) => (
              <Skeleton key={width} width={width} height="40px" />
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
