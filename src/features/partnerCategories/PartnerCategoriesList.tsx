import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { PartnerCategory } from '../../../contract/partnerCategories.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { type Column, List } from '#crud/List.tsx';
import { When } from '#domain/When.tsx';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';

const columns = [
  { key: 'name', label: 'partnerCategories:name', sortBy: 'name', cell: ({ name }) => name },
  {
    key: 'created',
    label: 'partnerCategories:created',
    sortBy: 'created',
    cell: ({ created }) => <When at={created} />,
  },
] satisfies Column<PartnerCategory>[];

/** What partners are sorted by: `/dashboard/partners/categories`. */
export function PartnerCategoriesList() {
  const { t } = useTranslation('partnerCategories');
  const mayWrite = useAtomValue(userAtom)?.verdicts.collections.partner_categories === 'write';
  useDocumentTitle(t('title'));
  const add = mayWrite && (
    <ButtonLink to={paths.partnerCategoryCreate.href()} variant="primary">
      {t('add')}
    </ButtonLink>
  );
  return (
    <Stack>
      <PageHead title={t('title')} action={add} />
      <List
        label={t('title')}
        read={partnerCategories.list}
        columns={columns}
        defaultOrdering="name"
        href={({ id }) => paths.partnerCategory.href({ id })}
        nameOf={({ name }) => name}
        bulkDelete={mayWrite ? partnerCategories : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), action: add }}
      />
    </Stack>
  );
}
