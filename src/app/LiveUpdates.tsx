import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { readsShowing } from '#api/changedReads.ts';
import { noteEditors } from '#api/editors.ts';
import { answersAbout } from '#api/ownWrites.ts';
import { useInvalidateSeveral, useReadAnnounced } from '#api/query.ts';
import { followEvents } from '#api/sharedEvents.ts';
import { userAtom } from '#session/session.ts';
import { collectReads } from './collectReads.ts';
import { newsNumberAtom } from './newsNumber.ts';

/** How often everything is read again although nothing was announced, in milliseconds: days and shifts begin and end by themselves. */
const passingTime = 30 * 60_000;

/** Reads again what changes while it is on screen, if the backend announces changes. Needs the cache of the session. */
export function LiveUpdates() {
  const user = useAtomValue(userAtom);
  const readAnnounced = useReadAnnounced();
  const invalidateSeveral = useInvalidateSeveral();
  const noteNews = useSetAtom(newsNumberAtom);
  const person = user?.offers.includes('events') ? user.id : null;
  useEffect(() => {
    if (person === null) return undefined;
    const reads = collectReads({ visible: readAnnounced, hidden: invalidateSeveral });
    const everything = () => reads.add({ id: null, etag: null, prefixes: [''] });
    const stop = followEvents(person, {
      onChange: ({ kind, id, etag }) => {
        if (kind === 'editors') noteEditors(id);
        else void answersAbout(id).then(() => reads.add({ id, etag, prefixes: readsShowing(kind) }));
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
  }, [person, readAnnounced, invalidateSeveral, noteNews]);
  return null;
}
