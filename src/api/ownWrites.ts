/** The last number that `nextTurn` has given. */
let lastTurn = 0;

/** Numbers what this page reads and writes, in order: a read when it begins, a write when it is answered. */
export function nextTurn(): number {
  lastTurn += 1;
  return lastTurn;
}

/** The last write of this page to each record, by id: the version that it made, and when it was answered. */
const ownWrites = new Map<string, { etag: string; turn: number }>();

/** The writes that are not answered yet, with their paths. */
const openWrites = new Map<Promise<unknown>, string>();

/** Remembers what a call wrote, so that this page does not read it again when the change is announced. */
export async function noteWrite<Answer>(path: string, call: Promise<Answer>): Promise<Answer> {
  openWrites.set(call, path);
  try {
    const answer = await call;
    if (isVersioned(answer)) ownWrites.set(answer.id, { etag: answer.etag, turn: nextTurn() });
    return answer;
  } finally {
    openWrites.delete(call);
  }
}

/** Whether an answer is a record with its version. Backends without versions give an empty one. */
export function isVersioned(answer: unknown): answer is { id: string; etag: string } {
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || !('etag' in answer)) return false;
  return typeof answer.id === 'string' && typeof answer.etag === 'string' && answer.etag !== '';
}

/** When this page made this version of a record, on the count of `nextTurn`; null if it did not, or has made another one since. */
export function turnOfOwn(id: string | null, etag: string | null): number | null {
  const write = id === null ? undefined : ownWrites.get(id);
  return write && write.etag === etag ? write.turn : null;
}

/** Waits for this page's writes to a record: the announcement of a change may arrive before the answer to its call. */
export async function answersAbout(id: string | null): Promise<void> {
  const calls = [...openWrites].filter(([, path]) => id !== null && path.includes(id)).map(([call]) => call);
  await Promise.allSettled(calls);
}
