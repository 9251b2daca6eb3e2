import { atom, getDefaultStore } from 'jotai';
import type { Change } from '../../contract/events.ts';
import { heartbeatEvery } from '../../contract/heartbeat.ts';
import { loadChunk } from '#lib/loadChunk.ts';

/** Whether a stream announces changes to this page, so that it need not poll. */
export const isStreamOpenAtom = atom(false);

/** After this time without a message, in milliseconds, the page that reads the stream counts as frozen. */
const silence = 2.5 * heartbeatEvery;

/** What the pages of one browser tell each other. */
type Message =
  | { type: 'hello' }
  | { type: 'change'; id: string; change: Change }
  /** `since`: the stream is complete from then on, in milliseconds since 1970. `id`: its newest event. */
  | { type: 'state'; isOpen: boolean; id: string | null; since: number };

/** What a page does with changes. */
type Follower = {
  onChange: (change: Change) => void;
  /** Changes may have been missed: everything on the page is to be read again. */
  onGap: () => void;
};

/** A channel to the other pages; null if this browser has none, or refuses it because it stores nothing: its pages poll. */
function openChannel(name: string): BroadcastChannel | null {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return null;
  try {
    return new BroadcastChannel(name);
  } catch (error) {
    console.warn('Changes by others appear later: this browser allows no channel between pages.', error);
    return null;
  }
}

/**
 * Follows the changes that `person` may learn of. Of all pages of a browser one reads the stream (Web Locks) and passes it on to the
 * others, because HTTP/1.1 allows six connections to a host. Another page takes over when it closes. Returns how to stop.
 */
export function followEvents(person: string, { onChange, onGap }: Follower): () => void {
  const name = `events ${person}`;
  const channel = openChannel(name);
  if (!channel) return () => undefined;
  const store = getDefaultStore();
  const stop = new AbortController();
  const post: (message: Message) => void = channel.postMessage.bind(channel);
  let readSince = Date.now();
  let last: string | null = null;
  /** The state to report, in the page that reads the stream. */
  let ownState: (Message & { type: 'state' }) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setOpen = (isOpen: boolean) => {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => setOpen(false), silence);
    store.set(isStreamOpenAtom, isOpen);
  };

  const take = (message: Message) => {
    if (message.type === 'change') {
      last = message.id;
      onChange(message.change);
    } else if (message.type === 'state') {
      setOpen(message.isOpen);
      if (!message.isOpen) return;
      const isComplete = message.id === last || readSince >= message.since;
      last = message.id;
      if (isComplete) return;
      readSince = Date.now();
      onGap();
    } else if (ownState) post(ownState);
  };
  const tell = (message: Message) => {
    if (stop.signal.aborted) return;
    post(message);
    take(message);
  };
  const report = (state: Partial<Message & { type: 'state' }>) => {
    ownState = { type: 'state', isOpen: true, id: last, since: Date.now(), ...ownState, ...state };
    tell(ownState);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data));
  post({ type: 'hello' });

  const read = async () => {
    const { readEvents } = await loadChunk(() => import('./eventStream.ts'));
    await readEvents(
      {
        position: () => ({ after: last, age: Date.now() - readSince }),
        onStart: (id, isComplete) =>
          report({ isOpen: true, id, since: isComplete && last === null ? readSince : Date.now() }),
        onChange: (id, change) => {
          if (ownState) ownState.id = id;
          tell({ type: 'change', id, change });
        },
        onAlive: () => report({}),
        onEnd: () => report({ isOpen: false }),
      },
      stop.signal,
    );
  };
  navigator.locks.request(name, { signal: stop.signal }, read).catch(() => undefined);

  return () => {
    if (ownState?.isOpen) report({ isOpen: false });
    stop.abort();
    setOpen(false);
    channel.close();
  };
}
