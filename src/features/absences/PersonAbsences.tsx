import { useMemo } from 'react';
import { fixedTo } from '#crud/fixedTo.ts';
import { List } from '#crud/List.tsx';
import { PersonPage } from '#domain/PersonPage.tsx';
import { columns } from './columns.tsx';
import { resource } from './resource.ts';

/** The absences of an interpreter: `/dashboard/users/{id}/absences`. */
export function PersonAbsences() {
  return <PersonPage>{({ id }) => <Absences id={id} />}</PersonPage>;
}

function Absences({ id }: { id: string }) {
  const ofPerson = useMemo(
    () =>
      fixedTo(resource, {
        screen: 'users/absences',
        params: { person: [id] },
        empty: 'absences:empty',
        emptyText: 'absences:emptyText',
      }),
    [id],
  );
  return <List resource={ofPerson} columns={columns.own} defaultOrdering="-from" hasSearch={false} />;
}
