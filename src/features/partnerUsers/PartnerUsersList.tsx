import type { User } from '../../../contract/users.ts';
import { AddButton } from '#crud/AddButton.tsx';
import { type Column, List } from '#crud/List.tsx';
import { PartnerPage } from '#domain/PartnerPage.tsx';
import { personName } from '#domain/personName.ts';
import { AccountStatus } from '#domain/AccountStatus.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { PhoneLink } from '#ui/ContactLink.tsx';
import { usePartnerUsers } from './usePartnerUsers.ts';

const columns = [
  { key: 'email', label: 'users:email', sortBy: 'email', cell: ({ email }) => email },
  { key: 'last_name', label: 'users:name', sortBy: 'last_name', cell: personName },
  { key: 'phone', label: 'users:phone', cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : '–') },
  { key: 'created', label: 'users:created', sortBy: 'created', cell: ({ created }) => <DateTime at={created} /> },
  {
    key: 'approval_status',
    label: 'users:approval_status',
    sortBy: 'approval_status',
    cell: (user) => <AccountStatus user={user} />,
  },
] satisfies Column<User>[];

/** The users of a partner: `/dashboard/partners/{partnerId}/users`. */
export function PartnerUsersList() {
  const users = usePartnerUsers();
  return (
    <PartnerPage action={<AddButton resource={users} />}>
      <List resource={users} columns={columns} defaultOrdering="-created" />
    </PartnerPage>
  );
}
