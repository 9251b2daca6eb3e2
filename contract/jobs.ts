import Type, { type Static } from 'typebox';
import { Id, Instant, named, oneOf } from './fields.ts';

/** The states of one task of a job. */
export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;
export type TaskState = (typeof taskStates)[number];

/** The states of a job. `done` includes failures: see `failed`. */
export const jobStates = ['waiting', 'running', 'done'] as const;

/** The kinds of jobs. */
export const jobKinds = ['process_recordings', 'import'] as const;

/** Background work that a call has started. `GET jobs/{id}/` returns its progress for a week. */
export const Job = named('Job', {
  id: Id,
  kind: Type.Enum([...jobKinds]),
  state: oneOf(jobStates),
  total: Type.Integer({ minimum: 0 }),
  done: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({
    minimum: 0,
    description: 'Tasks that failed for good, after several attempts if retrying could have helped.',
  }),
  created: Instant,
});
export type Job = Static<typeof Job>;
