import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';

/** The states of one task of a job. */
export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;
export type TaskState = (typeof taskStates)[number];

/** The states of a job. `done` includes failures: see `failed`. */
export const jobStates = ['waiting', 'running', 'done'] as const;
export type JobState = (typeof jobStates)[number];

/** The kinds of jobs. */
export const jobKinds = ['process_recordings', 'import'] as const;

/** Background work that a call has started. `GET jobs/{id}/` returns its progress for a week. */
export const Job = Type.Object(
  {
    id: Id,
    kind: Type.Enum([...jobKinds]),
    state: Type.Unsafe<JobState>(Type.Enum([...jobStates])),
    total: Type.Integer({ minimum: 0 }),
    done: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({
      minimum: 0,
      description: 'Tasks that failed for good, after several attempts if retrying could have helped.',
    }),
    created: Instant,
  },
  { $id: 'Job' },
);
export type Job = Static<typeof Job>;
