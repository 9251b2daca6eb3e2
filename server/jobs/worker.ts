import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../contract/errors.ts';
import { asTask, type Tracer } from '../callContext.ts';
import { type Trx, write } from '../collection/write.ts';
import type { Db } from '../db/tables.ts';
import { nextAttempt, type Retries, startHeartbeat } from '../queue/lease.ts';
import { createWorkerPool } from '../queue/workerPool.ts';
import { randomId } from '../randomId.ts';
import { endTask, type EndedJob, jobsEndedBy, releaseTask, renewTask, type Task, takeTask } from './queue.ts';

const second = 1000;

/** The length of a lease, and the interval of its renewal, in milliseconds. */
const lease = { length: 10 * second, renewal: 3 * second } as const;

/** Maximum number of attempts, and the pauses between them, which double from `first` to `longest`. */
const retries = { maxAttempts: 5, first: 5 * second, longest: 60 * second } as const satisfies Retries;

/** Why a task failed. `isFinal`: a retry would fail as well. */
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

/**
 * How to do one kind of task. Its writes are part of the transactions that claim and end the task, so they happen once.
 */
export type Work<Result> = {
  /** Marks the subject as in progress. Returns whether there is anything to do. */
  begin: (trx: Trx, subjectId: string) => Promise<boolean>;
  /** The slow part; writes nothing. It may run more than once. @throws TaskError */
  run: (subjectId: string, signal: AbortSignal) => Promise<Result>;
  finish: (trx: Trx, subjectId: string, result: Result) => Promise<void>;
  giveUp: (trx: Trx, subjectId: string, code: ErrorCode) => Promise<void>;
};

/** The parts of a source until a signal ends them. */
export async function* until<Part>(signal: AbortSignal, source: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of source) {
    signal.throwIfAborted();
    yield part;
  }
}

/** The worker of a process; it runs one task at a time. */
export type Worker = {
  start: () => void;
  /** Tells the worker that there is work. */
  wake: () => void;
  /** Releases the current task and claims no more. */
  stop: () => Promise<void>;
};

/** What a worker needs. */
export type WorkerOptions = {
  db: Db;
  clock: () => Date;
  tracer: Tracer | null;
  log: FastifyBaseLogger;
  /** The interval at which an idle process looks for tasks of others, in milliseconds. It claims its own at once. */
  pollInterval: number;
  /** Runs in the transaction that ends the last task of a job of a person. */
  onJobsEnded: (trx: Trx, jobs: readonly EndedJob[]) => Promise<void>;
};

/** The tasks of some kinds: how they are claimed, and how they end. */
function createTasks<Result>(
  { db, clock, log, onJobsEnded }: Omit<WorkerOptions, 'tracer' | 'pollInterval'>,
  works: Record<string, Work<Result>>,
) {
  const kinds = Object.keys(works);
  const inWrite = <Answer>(act: (trx: Trx) => Promise<Answer>): Promise<Answer> =>
    write(db, { request: { id: 'worker', session: null }, now: clock(), act: 'process' }, act);
  const endOfLease = () => new Date(clock().getTime() + lease.length);
  const workOf = ({ kind }: Task): Work<Result> => {
    const work = works[kind];
    if (!work) throw new Error(`No work is registered for tasks of the kind ${kind}.`);
    return work;
  };

  /** Ends a task together with its writes, unless another process has claimed it meanwhile. */
  const end = (task: Task, error: ErrorCode | null, act: (trx: Trx) => Promise<void>) =>
    inWrite(async (trx) => {
      if (await endTask(trx, task, { now: clock(), error })) {
        await act(trx);
        await onJobsEnded(trx, await jobsEndedBy(trx, task.id));
      } else log.warn({ task: task.id }, 'the lease of a task expired before it was finished; its result is dropped');
    });

  const giveUp = (task: Task, code: ErrorCode) =>
    end(task, code, (trx) => workOf(task).giveUp(trx, task.subject_id, code));

  /** Claims the next task; ends tasks whose subject was deleted. */
  const take = async (): Promise<Task[]> => {
    for (;;) {
      const taken = await inWrite(async (trx) => {
        const task = await takeTask(trx, kinds, { now: clock(), until: endOfLease(), claim: randomId() });
        if (!task) return null;
        const isThere = await workOf(task).begin(trx, task.subject_id);
        if (!isThere) {
          await endTask(trx, task, { now: clock(), error: null });
          await onJobsEnded(trx, await jobsEndedBy(trx, task.id));
        }
        return { task, isThere };
      });
      if (!taken) return [];
      if (taken.isThere) return [taken.task];
    }
  };

  const fail = async (task: Task, error: unknown) => {
    const code = error instanceof TaskError ? error.code : 'something_went_wrong';
    const isFinal = error instanceof TaskError && error.isFinal;
    const due = isFinal ? null : nextAttempt(retries, { tries: task.tries, now: clock() });
    log.warn(
      { err: error, task: task.id, tries: task.tries },
      due ? 'a task failed and is retried' : 'a task failed for good',
    );
    if (due) await releaseTask(db, task, { due, tries: task.tries });
    else await giveUp(task, code);
  };

  return {
    workOf,
    take,
    renew: (task: Task) => renewTask(db, task, endOfLease()),
    end,
    giveUp,
    fail,
    /** Releases a task that was stopped on purpose, which does not count as an attempt. */
    giveBack: (task: Task) => releaseTask(db, task, { due: clock(), tries: task.tries - 1 }),
  };
}

/** A worker for some kinds of tasks. Several processes may run one on the same database. */
export function createWorker<Result>(options: WorkerOptions, works: Record<string, Work<Result>>): Worker {
  const { tracer, log } = options;
  const tasks = createTasks(options, works);
  const stopping = new AbortController();

  const perform = async (task: Task) => {
    // Limits tasks that crash their process again and again.
    if (task.tries > retries.maxAttempts) return tasks.giveUp(task, 'something_went_wrong');
    const work = tasks.workOf(task);
    const { lost, stop } = startHeartbeat(
      lease.renewal,
      () => tasks.renew(task),
      (error) => log.warn({ err: error, task: task.id }, 'the lease of a task could not be renewed'),
    );
    try {
      const result = await work.run(task.subject_id, AbortSignal.any([stopping.signal, lost]));
      // The transaction that ends the task holds its row; renewals would wait for it, each on a connection.
      stop();
      await tasks.end(task, null, (trx) => work.finish(trx, task.subject_id, result));
    } catch (error) {
      if (lost.aborted) return;
      if (stopping.signal.aborted) await tasks.giveBack(task);
      else await tasks.fail(task, error);
    } finally {
      stop();
    }
  };

  const report = (error: unknown) => log.warn({ err: error }, 'the tasks cannot be read; retrying');
  const places = createWorkerPool(1, {
    take: tasks.take,
    perform: (task: Task) => asTask(tracer, { route: task.kind, id: `task-${task.id}` }, () => perform(task)),
    onError: report,
  });
  const look = () => void places.fill().catch(report);
  let looking: NodeJS.Timeout | undefined;

  return {
    start: () => {
      looking = setInterval(look, options.pollInterval).unref();
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
