import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Feedback } from '../../../contract/feedback.ts';
import { feedback } from '#api/feedback.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import type { Listed } from '#crud/resource.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { minutesSeconds } from '#lib/numbers.ts';
import { paths } from '#paths.ts';
import type { Filter } from '#ui/list/filters.ts';
import { Rating } from './Rating.tsx';

/** The feedback of customers. */
export const all: Listed<Feedback> = {
  collection: feedback,
  title: 'feedback:title',
  empty: 'feedback:empty',
  emptyText: 'feedback:emptyText',
  nameOf: ({ created }) => created,
  href: ({ id }) => paths.feedback.record.href({ id }),
};

/** The columns of the list. */
export const columns = [
  { key: 'created', label: 'feedback:created', sortBy: 'created', cell: ({ created }) => <DateTime at={created} /> },
  {
    key: 'rating',
    label: 'feedback:rating',
    sortBy: 'rating',
    cell: ({ rating }) => <Rating value={rating} isShort />,
  },
  {
    key: 'notes',
    label: 'feedback:notes',
    cell: ({ notes }) => (notes ? <Notes text={notes} /> : '–'),
    title: ({ notes }) => notes ?? undefined,
  },
  { key: 'category', label: 'feedback:category', cell: ({ category }) => category },
  {
    key: 'interpreter',
    label: 'feedback:interpreter',
    cell: ({ interpreter_name }) => interpreter_name ?? '–',
  },
  {
    key: 'waiting',
    label: 'feedback:waiting',
    sortBy: 'waiting_seconds',
    cell: ({ waiting_seconds }) => minutesSeconds(waiting_seconds),
  },
  {
    key: 'duration',
    label: 'feedback:duration',
    cell: ({ duration_seconds }) => minutesSeconds(duration_seconds),
  },
] satisfies Column<Feedback>[];

/** The feedback of customers, the newest first: `/dashboard/feedback`. */
export function FeedbackList() {
  const { t } = useTranslation('feedback');
  const days = useDaysFilter();
  const records = useRecordFilters([
    { name: 'interpreter', kind: 'interpreter', label: t('interpreter'), isMany: true },
  ]);
  const filters = useMemo(
    (): Filter[] => [
      days,
      ...records,
      {
        kind: 'choices',
        name: 'rating',
        label: t('rating'),
        isMany: true,
        choices: ([5, 4, 3, 2, 1] as const).map((value) => ({
          value: String(value),
          label: `${value} · ${t(`inWords${value}`)}`,
        })),
      },
    ],
    [t, days, records],
  );
  return <ListPage resource={all} columns={columns} defaultOrdering="-created" filters={filters} />;
}

/** The beginning of the notes; the page of the feedback has all of them. */
function Notes({ text }: { text: string }) {
  return <Lines dir="auto">{text}</Lines>;
}

const Lines = styled.span`
  display: -webkit-box;
  max-inline-size: 44ch;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
