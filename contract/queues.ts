import Type, { type Static } from 'typebox';
import { Etag, verdicts } from './collection.ts';
import { bounds } from './fields.ts';
import { queueTypes, type QueueType } from './interpretations.ts';

const Priority = Type.Integer({ minimum: bounds.queuePriority.min, maximum: bounds.queuePriority.max });

/** The priority of one queue (specification §3); null while nobody has set one. */
export const QueuePriority = Type.Object(
  {
    queue_type: Type.Unsafe<QueueType>(Type.Enum([...queueTypes])),
    etag: Etag,
    priority: Type.Union([Priority, Type.Null()]),
    can: verdicts(['update']),
  },
  { $id: 'QueuePriority' },
);
export type QueuePriority = Static<typeof QueuePriority>;

/** `GET queues/`: every queue of the deployment, most urgent type first. There are four at most, so there are no pages. */
export const QueuePriorities = Type.Object(
  { count: Type.Integer({ minimum: 0 }), results: Type.Array(QueuePriority) },
  { $id: 'QueuePriorities' },
);

/** `PATCH queues/{queue_type}/`: priority 1 is the most urgent; only the emergency queue may take a reserved one (Q16). */
export const QueuePriorityChanges = Type.Object(
  { priority: Priority },
  { $id: 'QueuePriorityChanges', additionalProperties: false },
);
export type QueuePriorityChanges = Static<typeof QueuePriorityChanges>;

/** The path of one queue. */
export const QueuePath = Type.Object({ queue_type: Type.String({ maxLength: 100 }) });
