import type { User } from '../../../contract/users.ts';
import type { Column } from '#crud/List.tsx';
import { personName } from '#domain/personName.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { ShortId } from '#ui/ShortId.tsx';
import { AccountStatus } from '#domain/AccountStatus.tsx';
import { RoleName } from './RoleName.tsx';

/** The columns of the list (R120). */
export const columns = [
  { key: 'email', label: 'users:email', sortBy: 'email', cell: ({ email }) => email },
  {
    key: 'id',
    label: 'users:id',
    sortBy: 'id',
    cell: ({ id }) => <ShortId id={id} />,
    text: ({ id }) => id,
    isMinor: true,
  },
  { key: 'last_name', label: 'users:name', sortBy: 'last_name', cell: personName },
  { key: 'created', label: 'users:created', sortBy: 'created', cell: ({ created }) => <DateTime at={created} /> },
  { key: 'role', label: 'users:role', sortBy: 'role', cell: ({ role }) => <RoleName role={role} /> },
  {
    key: 'approval_status',
    label: 'users:approval_status',
    sortBy: 'approval_status',
    cell: (user) => <AccountStatus user={user} />,
  },
] satisfies Column<User>[];
