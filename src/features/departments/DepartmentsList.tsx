import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { Department } from '../../../contract/departments.ts';
import { departments } from '#api/departments.ts';
import { type Column, List } from '#crud/List.tsx';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';

const columns = [
  { key: 'name', label: 'departments:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'users', label: 'departments:users', cell: ({ users }) => users },
] satisfies Column<Department>[];

/** The departments of the provider: `/dashboard/departments`. */
export function DepartmentsList() {
  const { t } = useTranslation('departments');
  const mayWrite = useAtomValue(userAtom)?.verdicts.collections.departments === 'write';
  useDocumentTitle(t('title'));
  const add = mayWrite && (
    <ButtonLink to={paths.departmentCreate.href()} variant="primary">
      {t('add')}
    </ButtonLink>
  );
  return (
    <Stack>
      <PageHead title={t('title')} action={add} />
      <List
        label={t('title')}
        read={departments.list}
        columns={columns}
        defaultOrdering="name"
        href={({ id }) => paths.department.href({ id })}
        nameOf={({ name }) => name}
        bulkDelete={mayWrite ? departments : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), action: add }}
      />
    </Stack>
  );
}
