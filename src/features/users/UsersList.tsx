import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalStatuses } from '../../../contract/approval.ts';
import { roles } from '../../../contract/roles.ts';
import { users } from '#api/users.ts';
import { List } from '#crud/List.tsx';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { columns } from './columns.tsx';
import { useDepartmentChoices } from './useDepartmentChoices.ts';

/** The people of the service: `/dashboard/users`. */
export function UsersList() {
  const { t } = useTranslation('users');
  const departments = useDepartmentChoices();
  const mayWrite = useAtomValue(userAtom)?.verdicts.collections.users === 'write';
  useDocumentTitle(t('title'));
  const filters = useMemo(
    () => [
      {
        name: 'role',
        label: t('role'),
        choices: roles.map((value) => ({ value, label: t(`roles.${value}`) })),
        isMany: true,
      },
      {
        name: 'approval_status',
        label: t('approval_status'),
        choices: approvalStatuses.map((value) => ({ value, label: t(`approval.${value}`) })),
        isMany: true,
      },
      {
        name: 'suspended',
        label: t('suspension'),
        choices: [
          { value: 'true', label: t('suspended') },
          { value: 'false', label: t('notSuspended') },
        ],
      },
      {
        name: 'social_registered',
        label: t('registration'),
        choices: [
          { value: 'true', label: t('social') },
          { value: 'false', label: t('notSocial') },
        ],
      },
      ...(departments.length > 0 ? [{ name: 'department', label: t('department'), choices: departments }] : []),
    ],
    [t, departments],
  );
  const add = mayWrite && (
    <ButtonLink to={paths.userCreate.href()} variant="primary">
      {t('add')}
    </ButtonLink>
  );
  return (
    <Stack>
      <PageHead title={t('title')} action={add} />
      <List
        label={t('title')}
        read={users.list}
        columns={columns}
        defaultOrdering="-created"
        filters={filters}
        href={({ id }) => paths.user.href({ id })}
        nameOf={({ email }) => email}
        bulkDelete={mayWrite ? users : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), action: add }}
      />
    </Stack>
  );
}
