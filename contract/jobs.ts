import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';

/** How far one task of a job is. */
export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;
/** How far one task of a job is. */
export type TaskState = (typeof taskStates)[number];

/** How far a job is: nothing has begun, something has, everything has ended (well or not: see `failed`). */
export const jobStates = ['waiting', 'running', 'done'] as const;
/** How far a job is. */
export type JobState = (typeof jobStates)[number];

/** What jobs there are. */
export const jobKinds = ['process_recordings'] as const;

/** Work that goes on behind a call. `GET jobs/{id}/` says how far it is, for a week. */
export const Job = Type.Object(
  {
    id: Id,
    kind: Type.Enum([...jobKinds]),
    state: Type.Unsafe<JobState>(Type.Enum([...jobStates])),
    total: Type.Integer({ minimum: 0 }),
    done: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0, description: 'Given up, after several tries where another could have helped.' }),
    created: Instant,
  },
  { $id: 'Job' },
);
export type Job = Static<typeof Job>;
