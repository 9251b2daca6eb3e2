import type { ReactNode } from 'react';
import { useWord } from '#i18n/words.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Row } from '#ui/Row.ts';
import { Stack } from '#ui/Stack.ts';
import { AddButton } from './AddButton.tsx';
import { List, type ListProps } from './List.tsx';

/** The page of a list: its title, the link that adds a record, another act, tabs to its views, and the records. */
export function ListPage<Item extends { id: string | number }>({
  description,
  tabs,
  action,
  ...list
}: ListProps<Item> & { description?: ReactNode; tabs?: ReactNode; action?: ReactNode }) {
  const title = useWord()(list.resource.title);
  useDocumentTitle(title);
  return (
    <Stack>
      <PageHead
        title={title}
        description={description}
        action={
          <Row>
            {action}
            <AddButton resource={list.resource} />
          </Row>
        }
      />
      {tabs}
      <List {...list} />
    </Stack>
  );
}
