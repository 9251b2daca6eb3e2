import { sql, type Kysely } from 'kysely';
import type { Job, TaskState } from '../../contract/jobs.ts';
import type { Trx } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { claimDue } from '../queue/lease.ts';
import { randomId } from '../randomId.ts';

type Db = Kysely<Tables>;

/** How long one may ask how far a job is, in milliseconds. */
const remembered = 7 * 24 * 60 * 60_000;

/** Work that has been taken up. */
export type Task = { id: number; kind: string; subject_id: string; tries: number; claim: string };

/**
 * Starts a job over some subjects. A subject that is waited for already, by another job, is not done twice: both wait for it.
 * @returns the job's id
 */
export async function startJob(
  trx: Trx,
  { kind, taskKind, now }: { kind: Job['kind']; taskKind: string; now: Date },
  subjectIds: readonly string[],
): Promise<string> {
  const id = randomId();
  const subjects = JSON.stringify(subjectIds);
  await trx.insertInto('jobs').values({ id, kind, created: now }).execute();
  await sql`insert into tasks (kind, subject_id, due)
    select ${taskKind}::text, subject, ${now}::timestamptz from jsonb_array_elements_text(${subjects}::jsonb) subject
    order by subject on conflict do nothing`.execute(trx);
  await sql`insert into job_tasks (job_id, task_id)
    select ${id}::text, tasks.id from tasks join jsonb_array_elements_text(${subjects}::jsonb) subject on tasks.subject_id = subject
    where tasks.kind = ${taskKind}::text and tasks.state in ('waiting', 'running')`.execute(trx);
  return id;
}

/** How far a job is. */
export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const job = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'created'])
    .select((eb) => {
      const count = (states: readonly TaskState[]) =>
        eb
          .selectFrom('job_tasks')
          .innerJoin('tasks', 'tasks.id', 'job_tasks.task_id')
          .whereRef('job_tasks.job_id', '=', 'jobs.id')
          .where('tasks.state', 'in', states)
          .select(sql<number>`count(*)::int`.as('count'));
      return [
        count(['waiting']).as('waiting'),
        count(['running']).as('running'),
        count(['done']).as('done'),
        count(['failed']).as('failed'),
      ];
    })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!job) return undefined;
  const [waiting, running, done, failed] = [job.waiting ?? 0, job.running ?? 0, job.done ?? 0, job.failed ?? 0];
  const ended = done + failed;
  return {
    id: job.id,
    kind: job.kind as Job['kind'],
    state: waiting + running === 0 ? 'done' : running + ended === 0 ? 'waiting' : 'running',
    total: waiting + running + ended,
    done,
    failed,
    created: job.created.toISOString(),
  };
}

/** Takes up the task that has been due longest, until `until`; nobody else takes it meanwhile. */
export async function takeTask(
  trx: Trx,
  kinds: readonly string[],
  { now, until, claim }: { now: Date; until: Date; claim: string },
): Promise<Task | undefined> {
  const [task] = await claimDue(trx, 'tasks', {
    now,
    until,
    most: 1,
    columns: ['id', 'kind', 'subject_id', 'tries'],
    only: sql`state in ('waiting', 'running') and kind in (${sql.join([...kinds])})`,
    set: [sql`state = 'running'`, sql`claim = ${claim}::text`],
  });
  return task && { ...task, claim };
}

/** Changes a task that is still one's own. Answers whether it was: whoever was not heard of for too long has lost theirs. */
async function changeOwn(
  db: Db,
  { id, claim }: Task,
  changes: { state?: TaskState; claim?: null; due?: Date; tries?: number; error?: string | null; ended?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says that one is still at it. */
export function holdTask(db: Db, task: Task, until: Date): Promise<boolean> {
  return changeOwn(db, task, { due: until });
}

/** Ends a task well, or, with an error, for good. */
export function endTask(trx: Trx, task: Task, { now, error }: { now: Date; error: string | null }): Promise<boolean> {
  return changeOwn(trx, task, { state: error === null ? 'done' : 'failed', claim: null, ended: now, error });
}

/** Gives a task back, to be taken up later by whoever comes. */
export function giveBack(db: Db, task: Task, { due, tries }: { due: Date; tries: number }): Promise<boolean> {
  return changeOwn(db, task, { state: 'waiting', claim: null, due, tries });
}

/** Forgets jobs and what was done for them, a week after. */
export async function sweepJobs(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - remembered);
  await db.deleteFrom('jobs').where('created', '<=', until).execute();
  await db.deleteFrom('tasks').where('ended', '<=', until).execute();
}
