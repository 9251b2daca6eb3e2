import type { User } from '../../../contract/users.ts';
import type { Column } from '#crud/List.tsx';
import { When } from '#domain/When.tsx';
import { ShortId } from '#ui/ShortId.tsx';
import { Standing } from './Standing.tsx';
import { RoleName } from './RoleName.tsx';

/** The last name leads, as the list is ordered by it. */
export function nameOf({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return [last_name, first_name].filter(Boolean).join(', ');
}

/** The columns of the list (specification §2). */
export const columns = [
  { key: 'email', label: 'users:email', sortBy: 'email', cell: ({ email }) => email },
  { key: 'id', label: 'users:id', sortBy: 'id', cell: ({ id }) => <ShortId id={id} />, text: ({ id }) => id },
  { key: 'last_name', label: 'users:name', sortBy: 'last_name', cell: nameOf },
  { key: 'created', label: 'users:created', sortBy: 'created', cell: ({ created }) => <When at={created} /> },
  { key: 'role', label: 'users:role', sortBy: 'role', cell: ({ role }) => <RoleName role={role} /> },
  {
    key: 'approval_status',
    label: 'users:approval_status',
    sortBy: 'approval_status',
    cell: (user) => <Standing user={user} />,
  },
] satisfies Column<User>[];
