import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalStatuses } from '../../../contract/approval.ts';
import { seesRole } from '../../../contract/recordRules.ts';
import { roles } from '../../../contract/roles.ts';
import { ListPage } from '#crud/ListPage.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { userAtom } from '#session/session.ts';
import type { Filter } from '#ui/list/filters.ts';
import { BulkApproval } from './BulkApproval.tsx';
import { resource } from './resource.ts';
import { columns } from './columns.tsx';

/** The users: `/dashboard/users`. */
export function UsersList() {
  const { t } = useTranslation('users');
  const me = useAtomValue(userAtom);
  const records = useRecordFilters([{ name: 'department', kind: 'department', label: t('department') }]);
  const filters = useMemo(
    (): Filter[] => [
      ...records,
      {
        kind: 'choices',
        name: 'role',
        label: t('role'),
        // A choice that finds nobody would be misleading.
        choices: roles
          .filter((value) => !me || seesRole(me, value))
          .map((value) => ({ value, label: t(`roles.${value}`) })),
        isMany: true,
      },
      {
        kind: 'choices',
        name: 'approval_status',
        label: t('approval_status'),
        choices: approvalStatuses.map((value) => ({ value, label: t(`approval.${value}`) })),
        isMany: true,
      },
      {
        kind: 'choices',
        name: 'suspended',
        label: t('suspension'),
        choices: [
          { value: 'true', label: t('suspended') },
          { value: 'false', label: t('notSuspended') },
        ],
      },
      {
        kind: 'choices',
        name: 'social_registered',
        label: t('registration'),
        choices: [
          { value: 'true', label: t('social') },
          { value: 'false', label: t('notSocial') },
        ],
      },
    ],
    [t, records, me],
  );
  return (
    <ListPage
      resource={resource}
      columns={columns}
      defaultOrdering="-created"
      filters={filters}
      renderBulkActs={(selected) => <BulkApproval {...selected} />}
    />
  );
}
