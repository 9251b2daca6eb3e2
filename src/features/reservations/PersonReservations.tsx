import { useMemo } from 'react';
import type { User } from '../../../contract/users.ts';
import { fixedTo } from '#crud/fixedTo.ts';
import { List } from '#crud/List.tsx';
import { PersonPage } from '#domain/PersonPage.tsx';
import { columns } from './columns.tsx';
import { resource } from './resource.ts';

/** The reservations of an interpreter or a customer: `/dashboard/users/{id}/reservations`. */
export function PersonReservations() {
  return <PersonPage>{(user) => <Reservations user={user} />}</PersonPage>;
}

function Reservations({ user: { id, role } }: { user: User }) {
  const ofPerson = useMemo(
    () =>
      fixedTo(resource, {
        screen: 'users/reservations',
        params: role === 'interpreter' ? { interpreter: [id] } : { customer: id },
        empty: 'users:noReservations',
        emptyText: 'users:nothingText',
      }),
    [id, role],
  );
  return <List resource={ofPerson} columns={columns.all} defaultOrdering="-start" />;
}
