import { useTranslation } from 'react-i18next';
import type { Role } from '../../../contract/roles.ts';
import type { User } from '../../../contract/users.ts';
import type { Column } from '#crud/List.tsx';
import { AccountStatus } from '#domain/AccountStatus.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { personName } from '#domain/personName.ts';
import { ShortId } from '#ui/ShortId.tsx';

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

/** A role in the reader's language. */
function RoleName({ role }: { role: Role }) {
  const { t } = useTranslation('users');
  return t(`roles.${role}`);
}
