import { sql } from 'kysely';
import type { Job, jobKinds, TaskState } from '../../contract/jobs.ts';
import type { Trx } from '../collection/write.ts';
import type { Db } from '../db/tables.ts';
import { claimDue } from '../queue/lease.ts';
import { randomId } from '../randomId.ts';

type JobKind = (typeof jobKinds)[number];

/** How long a job is stored, in milliseconds. */
const jobLifetime = 7 * 24 * 60 * 60_000;

/** A claimed task. */
export type Task = { id: number; kind: string; subject_id: string; tries: number; claim: string };

/**
 * Starts a job for some subjects. A subject with a pending task of another job gets no second one: both jobs wait for
 * the same task.
 * @param options.by the id of the person who started it, whom the server notifies when it ends; null: nobody is notified
 * @returns the job's id
 */
export async function startJob(
  trx: Trx,
  { kind, taskKind, now, by = null }: { kind: Job['kind']; taskKind: string; now: Date; by?: string | null },
  subjectIds: readonly string[],
): Promise<string> {
  const id = randomId();
  const subjects = JSON.stringify(subjectIds);
  await trx.insertInto('jobs').values({ id, kind, created: now, created_by: by }).execute();
  await sql`insert into tasks (kind, subject_id, due)
    select ${taskKind}::text, subject, ${now}::timestamptz from jsonb_array_elements_text(${subjects}::jsonb) subject
    order by subject on conflict do nothing`.execute(trx);
  await sql`insert into job_tasks (job_id, task_id)
    select ${id}::text, tasks.id from tasks join jsonb_array_elements_text(${subjects}::jsonb) subject on tasks.subject_id = subject
    where tasks.kind = ${taskKind}::text and tasks.state in ('waiting', 'running')`.execute(trx);
  return id;
}

/** Schedules one task, which no job waits for, unless the subject has an open one of the kind. */
export async function scheduleTask(
  trx: Trx,
  { kind, subject, due }: { kind: string; subject: string; due: Date },
): Promise<void> {
  await trx
    .insertInto('tasks')
    .values({ kind, subject_id: subject, due })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The progress of a job. */
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

/** Claims the task that has been due longest, until `until`. */
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

/** Changes a task if the lease is still held. Returns whether it was. */
async function updateIfLeased(
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

/** A job of a person whose last task has ended. */
export type EndedJob = { id: string; kind: JobKind; person: string; done: number; failed: number };

/** The jobs of people that a task was the last one of. Of two tasks that end at the same time, the second one sees both. */
export async function jobsEndedBy(trx: Trx, task: number): Promise<EndedJob[]> {
  await trx
    .selectFrom('jobs')
    .select('id')
    .where('created_by', 'is not', null)
    .where('id', 'in', (eb) => eb.selectFrom('job_tasks').select('job_id').where('task_id', '=', task))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<EndedJob>`
    select jobs.id, jobs.kind, jobs.created_by as person,
      count(*) filter (where tasks.state = 'done')::int as done, count(*) filter (where tasks.state = 'failed')::int as failed
    from jobs
    join job_tasks on job_tasks.job_id = jobs.id
    join tasks on tasks.id = job_tasks.task_id
    where jobs.created_by is not null and jobs.id in (select job_id from job_tasks where task_id = ${task})
    group by jobs.id
    having bool_and(tasks.state in ('done', 'failed'))
    order by jobs.id`.execute(trx);
  return rows;
}

/** Renews the lease of a task. */
export function renewTask(db: Db, task: Task, until: Date): Promise<boolean> {
  return updateIfLeased(db, task, { due: until });
}

/** Ends a task: successfully, or with an error for good. */
export function endTask(trx: Trx, task: Task, { now, error }: { now: Date; error: string | null }): Promise<boolean> {
  return updateIfLeased(trx, task, { state: error === null ? 'done' : 'failed', claim: null, ended: now, error });
}

/** Releases a task for a later attempt by any process. */
export function releaseTask(db: Db, task: Task, { due, tries }: { due: Date; tries: number }): Promise<boolean> {
  return updateIfLeased(db, task, { state: 'waiting', claim: null, due, tries });
}

/** Deletes jobs and their tasks after a week. */
export async function deleteOldJobs(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - jobLifetime);
  await db.deleteFrom('jobs').where('created', '<=', until).execute();
  await db.deleteFrom('tasks').where('ended', '<=', until).execute();
}
