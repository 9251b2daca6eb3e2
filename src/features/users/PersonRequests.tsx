import { useMemo } from 'react';
import type { User } from '../../../contract/users.ts';
import { interpretationList, interpretations } from '#api/interpretations.ts';
import { fixedTo } from '#crud/fixedTo.ts';
import { List } from '#crud/List.tsx';
import { columnsOf } from '#domain/interpretations/columns.tsx';
import { hrefOf } from '#domain/interpretations/place.ts';
import { PersonPage } from '#domain/PersonPage.tsx';
import { useFlag } from '#tenant/TenantProvider.tsx';

/** The requests that an interpreter took or a customer made: `/dashboard/users/{id}/requests`. */
export function PersonRequests() {
  return <PersonPage>{(user) => <Requests user={user} />}</PersonPage>;
}

function Requests({ user: { id, role } }: { user: User }) {
  const hasRecordings = useFlag('recordings');
  // With the column of places, which tells live ones from the others.
  const columns = useMemo(() => columnsOf({ channel: 'live', hasRecordings }), [hasRecordings]);
  const ofPerson = useMemo(
    () =>
      fixedTo(
        {
          collection: { path: interpretations.path, list: interpretationList },
          title: 'users:requests',
          empty: 'users:noRequests',
          emptyText: 'users:nothingText',
          nameOf: ({ created }) => created,
          href: hrefOf,
        },
        {
          screen: 'users/requests',
          params: role === 'interpreter' ? { interpreter: [id] } : { customer: [id] },
          empty: 'users:noRequests',
          emptyText: 'users:nothingText',
        },
      ),
    [id, role],
  );
  return <List resource={ofPerson} columns={columns} defaultOrdering="-created" />;
}
