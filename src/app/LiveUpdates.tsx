import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { readsShowing } from '#api/changedReads.ts';
import { noteEditors } from '#api/editors.ts';
import { answersAbout } from '#api/ownWrites.ts';
import { type Announced, useInvalidateSeveral, useReadAnnounced } from '#api/query.ts';
import { followEvents } from '#api/sharedEvents.ts';
import { userAtom } from '#session/session.ts';
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

/** The shortest time between two rounds of reads, in milliseconds. */
const pause = 1_000;

/** The longest random delay of a round, in milliseconds, so that pages do not all read at the same moment. */
const spread = 150;

type Reads = {
  visible: (changes: readonly Announced[]) => Promise<void>;
  hidden: (...prefixes: string[]) => Promise<void>;
};

/**
 * Collects changes, and reads what they make stale once a round: at once after a quiet time, then once a second at most. A hidden page
 * only reads what is seen from outside (`hidden`), and the rest when it is shown again.
 */
function collectReads({ visible, hidden }: Reads) {
  let waiting: Announced[] = [];
  const later = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStopped = false;
  let last = -Infinity;

  const schedule = () => {
    if (isStopped || timer !== undefined || isReading || waiting.length === 0) return;
    timer = setTimeout(() => void run(), Math.max(Math.random() * spread, last + pause - performance.now()));
  };
  const run = async () => {
    timer = undefined;
    last = performance.now();
    const changes = waiting;
    waiting = [];
    // The next round would discard answers that are still on their way.
    isReading = true;
    await (document.hidden ? readHidden(changes) : visible(changes)).catch(() => undefined);
    isReading = false;
    schedule();
  };
  const readHidden = (changes: readonly Announced[]) => {
    const prefixes = new Set(changes.flatMap((change) => change.prefixes));
    for (const prefix of prefixes) later.add(prefix);
    return hidden(...prefixes);
  };
  const add = (change: Announced) => {
    waiting.push(change);
    schedule();
  };
  const catchUp = () => {
    if (document.hidden || later.size === 0) return;
    add({ id: null, etag: null, prefixes: [...later] });
    later.clear();
  };
  document.addEventListener('visibilitychange', catchUp);
  return {
    add,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', catchUp);
    },
  };
}
