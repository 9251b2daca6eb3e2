import type { QueuePriority } from '../../contract/queues.ts';
import type { QueueType } from '../../contract/interpretations.ts';
import type { Page } from './collection.ts';
import { post } from './http.ts';
import { query } from './query.ts';

/** The priority of each queue of the deployment. */
export const queues = query<Page<QueuePriority>>('queues/');

/** Sets the order of all queues, the most urgent first. Throws `ApiError`. */
export function orderQueues(order: readonly QueueType[]): Promise<void> {
  return post('queues/reorder/', { queue_types: order });
}
