import { createParser } from 'eventsource-parser';
import type { Change, StreamStart } from '../../contract/events.ts';
import { heartbeatEvery } from '../../contract/heartbeat.ts';
import { openStream } from './http.ts';

/** After this time without a byte, in milliseconds, a stream counts as broken. */
const silence = 2.5 * heartbeatEvery;

/** After this time, in milliseconds, a stream that ends is opened again at once. */
const steady = 60_000;

const shortestWait = 1_000;
const longestWait = 60_000;

/** Receives the events of a stream. */
export type EventReader = {
  /** The last event received (null: none), and how old what the page shows is, in milliseconds. */
  position: () => { after: string | null; age: number };
  /** The stream is open; `isComplete`: it continues from the position. */
  onStart: (id: string, isComplete: boolean) => void;
  onChange: (id: string, change: Change) => void;
  /** Something has arrived. */
  onAlive: () => void;
  onEnd: () => void;
};

/** Waits before an attempt, or until the browser is online again. Jitter keeps many browsers from coming back together. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = Math.min(longestWait, shortestWait * 2 ** failures) * (0.5 + Math.random());
  const timer = setTimeout(resolve, wait);
  const over = () => resolve();
  window.addEventListener('online', over);
  signal.addEventListener('abort', over);
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener('online', over);
    signal.removeEventListener('abort', over);
  });
}

/** Whether a backend has no stream, or refuses it to this person: asking again would not help. */
function isFinal({ ok, status, headers }: Response): boolean {
  if (ok) return headers.get('content-type')?.startsWith('text/event-stream') !== true;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Reads one stream to its end. Returns false if there is none. */
async function readOnce(reader: EventReader, signal: AbortSignal): Promise<boolean> {
  const broken = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => broken.abort(), silence);
  };
  let isOpen = false;
  try {
    watch();
    const { after, age } = reader.position();
    const response = await openStream('events/', {
      params: after === null ? { age } : {},
      headers: after === null ? {} : { 'Last-Event-ID': after },
      signal: AbortSignal.any([signal, broken.signal]),
    });
    if (isFinal(response)) return false;
    if (!response.ok || !response.body) return true;
    const parser = createParser({
      onEvent: ({ event, id = '', data }) => {
        if (event === 'change') reader.onChange(id, JSON.parse(data) as Change);
        if (event !== 'start') return;
        isOpen = true;
        reader.onStart(id, (JSON.parse(data) as StreamStart).resumed);
      },
    });
    const texts = new TextDecoder();
    const chunks = response.body.getReader();
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) return true;
      watch();
      parser.feed(texts.decode(value, { stream: true }));
      if (isOpen) reader.onAlive();
    }
  } catch {
    // The network, an aborted read, or something else than events: in all cases the next attempt may succeed.
    return true;
  } finally {
    clearTimeout(timer);
    if (isOpen) reader.onEnd();
  }
}

/** Reads the stream of changes until `signal` aborts, again and again. Returns early if the backend has none. */
export async function readEvents(reader: EventReader, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const began = Date.now();
    if (!(await readOnce(reader, signal))) return;
    failures = Date.now() - began >= steady ? 0 : failures + 1;
    await pause(failures, signal);
  }
}
