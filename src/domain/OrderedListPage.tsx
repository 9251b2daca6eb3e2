import { useTranslation } from 'react-i18next';
import type { ListProps } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { useMayWrite } from '#session/useMayWrite.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** The page of a list that people order by hand: links to add a record and to change the order. */
export function OrderedListPage<Item extends { id: string | number }>({
  orderHref,
  ...list
}: ListProps<Item> & { orderHref: string }) {
  const { t } = useTranslation('arrange');
  const mayWrite = useMayWrite(list.resource.add?.kind);
  return <ListPage {...list} action={mayWrite && <ButtonLink to={orderHref}>{t('change')}</ButtonLink>} />;
}
