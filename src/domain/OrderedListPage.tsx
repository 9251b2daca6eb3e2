import { useTranslation } from 'react-i18next';
import { AddButton } from '#crud/AddButton.tsx';
import { List, type ListProps } from '#crud/List.tsx';
import { useWord } from '#i18n/words.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Row } from '#ui/Row.ts';
import { Stack } from '#ui/Stack.ts';

/** The page of a list that people order by hand: links to add a record and to change the order. */
export function OrderedListPage<Item extends { id: string | number }>({
  orderHref,
  ...list
}: ListProps<Item> & { orderHref: string }) {
  const { t } = useTranslation('arrange');
  const title = useWord()(list.resource.title);
  const mayWrite = useMayWrite(list.resource.add?.kind);
  useDocumentTitle(title);
  const acts = (
    <Row>
      {mayWrite && <ButtonLink to={orderHref}>{t('change')}</ButtonLink>}
      <AddButton resource={list.resource} />
    </Row>
  );
  return (
    <Stack>
      <PageHead title={title} action={acts} />
      <List {...list} />
    </Stack>
  );
}
