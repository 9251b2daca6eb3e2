import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { type Query, useQuery } from '#api/query.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { type Crumb, PageHead } from '#ui/PageHead.tsx';
import { RecordSkeleton } from '#ui/RecordSkeleton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { useListHref } from './lastSearch.ts';

export type RecordPageProps<Item> = {
  read: Query<Item>;
  /** The breadcrumb of the record's list. */
  list: Crumb;
  /** The breadcrumbs above the list. */
  crumbs?: Crumb[];
  /** The breadcrumb of the record, for a page below it. */
  crumbOf?: (item: Item) => Crumb;
  title: (item: Item) => string;
  description?: (item: Item) => ReactNode;
  renderAction?: (item: Item) => ReactNode;
  children: (item: Item) => ReactNode;
};

/** The page of one record: loading, not found, or the record under its name. Another record begins anew, with nothing of the last. */
export function RecordPage<Item>(props: RecordPageProps<Item>) {
  return <OneRecord key={props.read[0]} {...props} />;
}

function OneRecord<Item>({
  read,
  list,
  crumbs = [],
  crumbOf,
  title,
  description,
  renderAction,
  children,
}: RecordPageProps<Item>) {
  const { t } = useTranslation('crud');
  const { data, error, isValidating, retry } = useQuery(read);
  useDocumentTitle(data ? title(data) : list.label);
  const back = { ...list, href: useListHref()(list.href) };
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone || (!data && error !== undefined)) {
    return (
      <FailedState
        headingLevel={1}
        title={t(isGone ? 'gone' : 'recordFailed')}
        error={error}
        isGone={isGone}
        isRetrying={isValidating}
        onRetry={() => void retry()}
        more={<ButtonLink to={back.href}>{list.label}</ButtonLink>}
      />
    );
  }
  return (
    <Stack $gap={6}>
      <PageHead
        title={data ? title(data) : <Skeleton width="220px" />}
        description={data && description?.(data)}
        crumbs={[...crumbs, back, ...(data && crumbOf ? [crumbOf(data)] : [])]}
        action={data && renderAction?.(data)}
      />
      {data ? children(data) : <RecordSkeleton />}
    </Stack>
  );
}
