import Type, { type Static } from 'typebox';
import { Etag, verdicts } from './collection.ts';
import { bounds, form, named, nullable, oneOf } from './fields.ts';
import { queueTypes } from './interpretations.ts';

const Priority = Type.Integer({ minimum: bounds.queuePriority.min, maximum: bounds.queuePriority.max });

/** The priority of one queue (R119); null until one is set. */
export const QueuePriority = named('QueuePriority', {
  queue_type: oneOf(queueTypes),
  etag: Etag,
  priority: nullable(Priority),
  can: verdicts(['update']),
});
export type QueuePriority = Static<typeof QueuePriority>;

/** `GET queues/`: all queues of the deployment, the most urgent type first. At most four, so there are no pages. */
export const QueuePriorities = named('QueuePriorities', {
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(QueuePriority),
});

/**
 * `PATCH queues/{queue_type}/`: 1 is the most urgent priority; reserved priorities are for the emergency queue only
 * (Q16).
 */
export const QueuePriorityChanges = form('QueuePriorityChanges', { priority: Priority });
export type QueuePriorityChanges = Static<typeof QueuePriorityChanges>;

/** `POST queues/reorder/`: every queue of the deployment, the most urgent first; the emergency queue is always first. */
export const QueueOrder = form('QueueOrder', {
  queue_types: Type.Array(oneOf(queueTypes), { maxItems: queueTypes.length }),
});
export type QueueOrder = Static<typeof QueueOrder>;

/** The path of one queue. */
export const QueuePath = Type.Object({ queue_type: Type.String({ maxLength: 100 }) });
