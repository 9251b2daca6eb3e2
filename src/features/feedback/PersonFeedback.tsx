import { useMemo } from 'react';
import type { User } from '../../../contract/users.ts';
import { fixedTo } from '#crud/fixedTo.ts';
import { List } from '#crud/List.tsx';
import { PersonPage } from '#domain/PersonPage.tsx';
import { all, columns } from './FeedbackList.tsx';

/** The feedback about an interpreter: `/dashboard/users/{id}/feedback`. */
export function PersonFeedback() {
  return <PersonPage>{(user) => <About user={user} />}</PersonPage>;
}

function About({ user: { id } }: { user: User }) {
  const ofPerson = useMemo(
    () =>
      fixedTo(all, {
        screen: 'users/feedback',
        params: { interpreter: [id] },
        empty: 'users:noFeedback',
        emptyText: 'users:nothingText',
      }),
    [id],
  );
  return <List resource={ofPerson} columns={columns} defaultOrdering="-created" />;
}
