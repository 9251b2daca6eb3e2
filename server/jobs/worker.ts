import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ErrorCode } from '../../contract/errors.ts';
import { type Trx, write } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { randomId } from '../randomId.ts';
import { endTask, giveBack, holdTask, type Task, takeTask } from './queue.ts';

const second = 1000;

/** For how long a task is somebody's who is not heard of; and how often one is heard of, in milliseconds. */
const lease = { length: 10 * second, renewal: 3 * second } as const;

/** How often a task is taken up before it is given up, and how long after the first failure; twice as long after each other. */
const retries = { most: 5, pause: 5 * second } as const;

/** How often an idle process looks for work that others have left, in milliseconds. Its own it takes up at once. */
const idle = 2 * second;

/** Why a task cannot be done. `isFinal`: another try would come to the same. */
export class TaskError extends Error {
  override name = 'TaskError';
  readonly code: ErrorCode;
  readonly isFinal: boolean;
  constructor(code: ErrorCode, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(code, { cause });
    this.code = code;
    this.isFinal = isFinal;
  }
}

/** How one kind of task is done. What it writes, it writes in the transaction that takes the task up or ends it, so once. */
export type Work<Result> = {
  /** Marks the subject as being worked on. Answers whether there is anything to do. */
  begin: (trx: Trx, subjectId: string) => Promise<boolean>;
  /** The slow part; writes nothing. It may be done again. @throws TaskError */
  run: (subjectId: string, signal: AbortSignal) => Promise<Result>;
  finish: (trx: Trx, subjectId: string, result: Result) => Promise<void>;
  giveUp: (trx: Trx, subjectId: string, code: ErrorCode) => Promise<void>;
};

/** The tasks of a process, one after the other. */
export type Worker = {
  start: () => void;
  /** There is work. */
  wake: () => void;
  /** Gives back what is under way, and takes up no more. */
  stop: () => Promise<void>;
};

/** A worker of some kinds of task. Any number of processes may have one over the same database. */
export function createWorker<Result>(
  { db, clock, log }: { db: Kysely<Tables>; clock: () => Date; log: FastifyBaseLogger },
  works: Record<string, Work<Result>>,
): Worker {
  const kinds = Object.keys(works);
  const stopping = new AbortController();
  let wakeUp = () => {};
  let isAwake = false;
  let working: Promise<void> = Promise.resolve();

  const inWrite = <Answer>(act: (trx: Trx) => Promise<Answer>): Promise<Answer> =>
    write(db, { request: { id: 'worker', session: null }, now: clock(), act: 'process' }, act);
  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds);
  const workOf = ({ kind }: Task): Work<Result> => {
    const work = works[kind];
    if (!work) throw new Error(`Nobody knows how to do ${kind}.`);
    return work;
  };

  /** Ends a task with what it writes, unless somebody else has taken it up meanwhile. */
  const end = (task: Task, error: ErrorCode | null, act: (trx: Trx) => Promise<void>) =>
    inWrite(async (trx) => {
      if (await endTask(trx, task, { now: clock(), error })) await act(trx);
      else log.warn({ task: task.id }, 'a task was finished too late, and is left to who has it now');
    });

  const giveUp = (task: Task, code: ErrorCode) =>
    end(task, code, (trx) => workOf(task).giveUp(trx, task.subject_id, code));

  const take = () =>
    inWrite(async (trx) => {
      const task = await takeTask(trx, kinds, { now: clock(), until: later(lease.length), claim: randomId() });
      if (!task) return null;
      const isThere = await workOf(task).begin(trx, task.subject_id);
      if (!isThere) await endTask(trx, task, { now: clock(), error: null });
      return { task, isThere };
    });

  const fail = async (task: Task, error: unknown) => {
    const code = error instanceof TaskError ? error.code : 'something_went_wrong';
    const isFinal = (error instanceof TaskError && error.isFinal) || task.tries >= retries.most;
    log.warn({ err: error, task: task.id, tries: task.tries }, isFinal ? 'a task is given up' : 'a task has failed');
    if (isFinal) return giveUp(task, code);
    await giveBack(db, task, { due: later(retries.pause * 2 ** (task.tries - 1)), tries: task.tries });
  };

  const perform = async (task: Task) => {
    // A task that ends its process again and again is not taken up for ever.
    if (task.tries > retries.most) return giveUp(task, 'something_went_wrong');
    const work = workOf(task);
    const lost = new AbortController();
    const hold = () =>
      holdTask(db, task, later(lease.length)).then(
        (isOurs) => {
          if (!isOurs) lost.abort();
        },
        (error: unknown) => log.warn({ err: error, task: task.id }, 'a task could not be held'),
      );
    const holding = setInterval(() => void hold(), lease.renewal);
    try {
      const result = await work.run(task.subject_id, AbortSignal.any([stopping.signal, lost.signal]));
      await end(task, null, (trx) => work.finish(trx, task.subject_id, result));
    } catch (error) {
      if (lost.signal.aborted) return;
      // Stopped on purpose: this try does not count.
      if (stopping.signal.aborted) await giveBack(db, task, { due: clock(), tries: task.tries - 1 });
      else await fail(task, error);
    } finally {
      clearInterval(holding);
    }
  };

  const rest = () =>
    new Promise<void>((resolve) => {
      if (isAwake || stopping.signal.aborted) return resolve();
      const timer = setTimeout(() => wakeUp(), idle).unref();
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const workOn = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      try {
        const taken = await take();
        if (!taken) await rest();
        else if (taken.isThere) await perform(taken.task);
      } catch (error) {
        log.warn({ err: error }, 'tasks wait until the database is there again');
        await rest();
      }
    }
  };

  const wake = () => {
    isAwake = true;
    wakeUp();
  };

  return {
    start: () => {
      working = workOn();
    },
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await working;
    },
  };
}
