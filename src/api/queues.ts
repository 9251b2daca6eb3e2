import type { QueuePriority } from '../../contract/queues.ts';
import type { QueueType } from '../../contract/interpretations.ts';
import type { Page } from './collection.ts';
import { patch } from './http.ts';
import { query } from './query.ts';

/** The priority of each queue of the deployment. */
export const queues = query<Page<QueuePriority>>('queues/');

/** Sets the priority of a queue if `etag` is still its version. Throws `ApiError`. */
export function setPriority(queue: QueueType, etag: string, priority: number): Promise<QueuePriority> {
  return patch(`queues/${queue}/`, { priority }, { ifMatch: etag });
}
