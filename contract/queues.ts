import Type, { type Static } from 'typebox';
import { Etag, verdicts } from './collection.ts';
import { bounds } from './fields.ts';
import { queueTypes, type QueueType } from './interpretations.ts';

const Priority = Type.Integer({ minimum: bounds.queuePriority.min, maximum: bounds.queuePriority.max });

/** The priority of one queue (R119); null until one is set. */
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

/** `GET queues/`: all queues of the deployment, the most urgent type first. At most four, so there are no pages. */
export const QueuePriorities = Type.Object(
  { count: Type.Integer({ minimum: 0 }), results: Type.Array(QueuePriority) },
  { $id: 'QueuePriorities' },
);

/**
 * `PATCH queues/{queue_type}/`: 1 is the most urgent priority; reserved priorities are for the emergency queue only
 * (Q16).
 */
export const QueuePriorityChanges = Type.Object(
  { priority: Priority },
  { $id: 'QueuePriorityChanges', additionalProperties: false },
);
export type QueuePriorityChanges = Static<typeof QueuePriorityChanges>;

/** `POST queues/reorder/`: every queue of the deployment, the most urgent first; the emergency queue is always first. */
export const QueueOrder = Type.Object(
  { queue_types: Type.Array(Type.Unsafe<QueueType>(Type.Enum([...queueTypes])), { maxItems: queueTypes.length }) },
  { $id: 'QueueOrder', additionalProperties: false },
);
export type QueueOrder = Static<typeof QueueOrder>;

/** The path of one queue. */
export const QueuePath = Type.Object({ queue_type: Type.String({ maxLength: 100 }) });
