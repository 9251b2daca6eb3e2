import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../contract/bounds.ts';
import type { Page } from '#api/collection.ts';
import { type Query, useInvalidate, useQuery } from '#api/query.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Card } from '#ui/Card.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { ArrangeTree } from '#ui/list/ArrangeTree.tsx';
import type { Arranged } from '#ui/list/order.ts';
import { type Crumb, PageHead } from '#ui/PageHead.tsx';
import { RecordSkeleton } from '#ui/RecordSkeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { useTellFailure } from '#ui/useAct.ts';

type OrderPageProps<Record, Item extends Arranged<Item>> = {
  /** The breadcrumb of the ordered list. */
  list: Crumb;
  read: Query<Page<Record>>;
  /** The path prefix of the reads that depend on the order. */
  path: string;
  toItem: (record: Record) => Item;
  renderItem: (item: Item) => ReactNode;
  save: (parent: string | null, ids: string[]) => Promise<void>;
};

/** The maximum number of records that can be ordered by hand. */
export const maxArranged = pageSize.max;

/** The page that orders a list. A change shows at once, and is undone if the server refuses it. */
export function OrderPage<Record, Item extends Arranged<Item>>({
  list,
  read,
  path,
  toItem,
  renderItem,
  save,
}: OrderPageProps<Record, Item>) {
  const { t } = useTranslation(['arrange', 'crud']);
  const { data, error, isValidating, retry } = useQuery(read);
  const invalidate = useInvalidate();
  const tellFailure = useTellFailure();
  const [ahead, setAhead] = useState<readonly Item[] | null>(null);
  const [news, setNews] = useState('');
  useDocumentTitle(t('change'));
  const items = ahead ?? data?.results.map(toItem);

  const change = async (parent: string | null, ids: string[], moved: Item) => {
    if (!items) return;
    setAhead(inOrder(items, parent, ids));
    setNews(t('moved', { name: moved.name, place: ids.indexOf(moved.id) + 1, count: ids.length }));
    try {
      await save(parent, ids);
    } catch (failure) {
      setNews('');
      tellFailure(failure);
    }
    await invalidate(path);
    setAhead(null);
  };
  return (
    <Stack>
      <PageHead title={t('change')} description={t('how')} crumbs={[list]} />
      {data && data.count > maxArranged && <Banner tone="warning">{t('tooMany', { max: maxArranged })}</Banner>}
      {!data && error === undefined ? (
        <RecordSkeleton />
      ) : (
        <Card>
          {items ? (
            <ArrangeTree
              label={list.label}
              items={items}
              renderItem={renderItem}
              onOrder={(...order) => void change(...order)}
            />
          ) : (
            <FailedState
              title={t('crud:failed')}
              error={error}
              isRetrying={isValidating}
              onRetry={() => void retry()}
            />
          )}
        </Card>
      )}
      <Hidden as="div" role="status">
        {news}
      </Hidden>
    </Stack>
  );
}

/** The same items with one level in another order. */
function inOrder<Item extends Arranged<Item>>(
  items: readonly Item[],
  parent: string | null,
  ids: readonly string[],
): readonly Item[] {
  const sorted = (level: readonly Item[]) => level.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  if (parent === null) return sorted(items);
  return items.map((item) => (item.id === parent ? { ...item, below: sorted(item.below ?? []) } : item));
}
