import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalStatuses } from '../../../contract/approval.ts';
import { roles } from '../../../contract/roles.ts';
import { ListPage } from '#crud/ListPage.tsx';
import { resource } from './resource.ts';
import { columns } from './columns.tsx';
import { useDepartmentChoices } from './useDepartmentChoices.ts';

/** The people of the service: `/dashboard/users`. */
export function UsersList() {
  const { t } = useTranslation('users');
  const departments = useDepartmentChoices();
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
  return <ListPage of={resource} columns={columns} defaultOrdering="-created" filters={filters} />;
}
