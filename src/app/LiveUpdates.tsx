import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { readsShowing } from '#api/changedReads.ts';
import { noteEditors } from '#api/editors.ts';
import { useInvalidate, useInvalidateSeveral } from '#api/query.ts';
import { followEvents } from '#api/sharedEvents.ts';
import { userAtom } from '#session/session.ts';
import { collectReads } from './collectReads.ts';
import { newsNumberAtom } from './newsNumber.ts';

/** How often everything is read again although nothing was announced, in milliseconds: days and shifts begin and end by themselves. */
const passingTime = 30 * 60_000;

/** Reads again what changes while it is on screen, if the backend announces changes. Needs the cache of the session. */
export function LiveUpdates() {
  const user = useAtomValue(userAtom);
  const invalidate = useInvalidate();
  const invalidateSeveral = useInvalidateSeveral();
  const noteNews = useSetAtom(newsNumberAtom);
  const person = user?.offers.includes('events') ? user.id : null;
  useEffect(() => {
    if (person === null) return undefined;
    const reads = collectReads({ visible: invalidate, hidden: invalidateSeveral });
    const everything = () => reads.add('');
    const stop = followEvents(person, {
      onChange: ({ kind, id }) => {
        if (kind === 'editors') noteEditors(id);
        else reads.add(...readsShowing(kind));
        if (kind === 'notifications') noteNews((before) => before + 1);
      },
      onGap: () => {
        everything();
        noteNews((before) => before + 1);
      },
    });
    const timer = setInterval(everything, passingTime);
    return () => {
      clearInterval(timer);
      stop();
      reads.stop();
    };
  }, [person, invalidate, invalidateSeveral, noteNews]);
  return null;
}
