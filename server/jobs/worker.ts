import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ErrorCode } from '../../contract/errors.ts';
import { type Trx, write } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { nextTry, startHeartbeat } from '../queue/lease.ts';
import { createPlaces } from '../queue/places.ts';
import { randomId } from '../randomId.ts';
import { endTask, giveBack, holdTask, type Task, takeTask } from './queue.ts';

const second = 1000;

/** For how long a task is somebody's who is not heard of; and how often one is heard of, in milliseconds. */
const lease = { length: 10 * second, renewal: 3 * second } as const;

/** How often a task is taken up before it is given up, and how long after the first failure; twice as long after each other. */
const retries = { most: 5, first: 5 * second, longest: 60 * second } as const;

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

  const inWrite = <Answer>(act: (trx: Trx) => Promise<Answer>): Promise<Answer> =>
    write(db, { request: { id: 'worker', session: null }, now: clock(), act: 'process' }, act);
  const endOfLease = () => new Date(clock().getTime() + lease.length);
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

  /** Takes up the next task whose subject is still there; ends those whose subject is gone. */
  const take = async (): Promise<Task[]> => {
    for (;;) {
      const taken = await inWrite(async (trx) => {
        const task = await takeTask(trx, kinds, { now: clock(), until: endOfLease(), claim: randomId() });
        if (!task) return null;
        const isThere = await workOf(task).begin(trx, task.subject_id);
        if (!isThere) await endTask(trx, task, { now: clock(), error: null });
        return { task, isThere };
      });
      if (!taken) return [];
      if (taken.isThere) return [taken.task];
    }
  };

  const fail = async (task: Task, error: unknown) => {
    const code = error instanceof TaskError ? error.code : 'something_went_wrong';
    const isFinal = error instanceof TaskError && error.isFinal;
    const due = isFinal ? null : nextTry(retries, { tries: task.tries, now: clock() });
    log.warn({ err: error, task: task.id, tries: task.tries }, due ? 'a task has failed' : 'a task is given up');
    if (due) await giveBack(db, task, { due, tries: task.tries });
    else await giveUp(task, code);
  };

  const perform = async (task: Task) => {
    // A task that ends its process again and again is not taken up for ever.
    if (task.tries > retries.most) return giveUp(task, 'something_went_wrong');
    const work = workOf(task);
    const { lost, stop } = startHeartbeat(
      lease.renewal,
      () => holdTask(db, task, endOfLease()),
      (error) => log.warn({ err: error, task: task.id }, 'a task could not be held'),
    );
    try {
      const result = await work.run(task.subject_id, AbortSignal.any([stopping.signal, lost]));
      await end(task, null, (trx) => work.finish(trx, task.subject_id, result));
    } catch (error) {
      if (lost.aborted) return;
      // Stopped on purpose: this try does not count.
      if (stopping.signal.aborted) await giveBack(db, task, { due: clock(), tries: task.tries - 1 });
      else await fail(task, error);
    } finally {
      stop();
    }
  };

  const report = (error: unknown) => log.warn({ err: error }, 'tasks wait until the database is there again');
  const places = createPlaces(1, { take, perform, onError: report });
  const look = () => void places.fill().catch(report);
  let looking: NodeJS.Timeout | undefined;

  return {
    start: () => {
      looking = setInterval(look, idle).unref();
      look();
    },
    wake: () => {
      if (looking) look();
    },
    stop: async () => {
      clearInterval(looking);
      stopping.abort();
      await places.stop();
    },
  };
}
