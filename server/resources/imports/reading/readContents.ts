import { once } from 'node:events';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { ApiProblem } from '../../../problem.ts';
import type { Contents, ReadingWishes } from './read.ts';

/** A file for the thread. */
export type ReadingTask = { bytes: Uint8Array; wishes: ReadingWishes };

/** What the thread answers. */
export type ReadingAnswer = { contents: Contents } | { refused: ErrorCode; details: ApiProblem['details'] };

/** The program of the thread; compiled to JavaScript in the image. */
const program = join(import.meta.dirname, `readingThread${extname(import.meta.filename)}`);

/** How long a thread without work is kept, in milliseconds: it takes half a second to start. */
const idleTime = 10_000;

const tooLarge = (cause?: unknown) => new ApiProblem('import_too_large_inside', {}, { cause });

/**
 * Returns a function that reads files in a thread, one at a time: the memory of the container allows one, not two. A file that takes too much
 * ends the thread.
 * @param limits the heap of the thread in MiB, and the time of one file in milliseconds
 */
export function createFileReader(limits: { heap: number; time: number }) {
  let idle: { thread: Worker; end: NodeJS.Timeout } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const startThread = (): Worker => {
    const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: limits.heap } });
    // Who waits for an answer hears of the error, too; without work it concerns nobody.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (idle?.thread === thread) idle = null;
    });
    return thread;
  };

  const takeThread = (): Worker => {
    if (!idle) return startThread();
    const { thread, end } = idle;
    idle = null;
    clearTimeout(end);
    thread.ref();
    return thread;
  };

  const keep = (thread: Worker) => {
    thread.unref();
    idle = { thread, end: setTimeout(() => void thread.terminate(), idleTime).unref() };
  };

  const answerTo = async (task: ReadingTask): Promise<ReadingAnswer> => {
    const thread = takeThread();
    const over = new AbortController();
    const { signal } = over;
    const firstAnswer = once(thread, 'message', { signal }) as Promise<[ReadingAnswer]>;
    const exit = once(thread, 'exit', { signal }).then(() => {
      throw new Error('The thread that reads files ended without an answer.');
    });
    const timeout = delay(limits.time, null, { signal }).then(() => {
      throw tooLarge();
    });
    thread.postMessage(task, []);
    try {
      const [answer] = await Promise.race([firstAnswer, exit, timeout]);
      keep(thread);
      return answer;
    } catch (error) {
      void thread.terminate();
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error;
    } finally {
      over.abort();
    }
  };

  return (bytes: Uint8Array, wishes: ReadingWishes = {}): Promise<Contents> => {
    const reading = last.then(() => answerTo({ bytes, wishes }));
    last = reading.catch(() => undefined);
    return reading.then((answer) => {
      if ('contents' in answer) return answer.contents;
      throw new ApiProblem(answer.refused, answer.details);
    });
  };
}

/**
 * Reads a file in a thread, so that other callers are answered meanwhile.
 * @throws ApiProblem import_unreadable, import_empty, import_too_large_inside, import_too_many_rows
 */
export const readContents = createFileReader({ heap: 192, time: 60_000 });
