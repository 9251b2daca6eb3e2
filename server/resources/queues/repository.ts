import type { QueueType } from '../../../contract/interpretations.ts';
import type { Db } from '../../db/tables.ts';

/** The priorities that were set. */
export function findPriorities(db: Db) {
  return db.selectFrom('queue_priorities').select(['queue_type', 'priority', 'version']).execute();
}

/** A queue's priority, locked until the transaction ends. */
export function lockPriority(trx: Db, queue_type: QueueType) {
  return trx
    .selectFrom('queue_priorities')
    .select(['queue_type', 'priority', 'version'])
    .where('queue_type', '=', queue_type)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets a queue's first priority; undefined if another call was first. */
export function insertPriority(trx: Db, queue: { queue_type: QueueType; priority: number }) {
  return trx
    .insertInto('queue_priorities')
    .values(queue)
    .onConflict((conflict) => conflict.column('queue_type').doNothing())
    .returning(['queue_type', 'priority', 'version'])
    .executeTakeFirst();
}

/** Sets the priorities of several queues, whether or not they had one. */
export async function setPriorities(trx: Db, queues: { queue_type: QueueType; priority: number }[]): Promise<void> {
  await trx
    .insertInto('queue_priorities')
    .values(queues)
    .onConflict((conflict) =>
      conflict
        .column('queue_type')
        .doUpdateSet((set) => ({ priority: set.ref('excluded.priority') }))
        .whereRef('queue_priorities.priority', '<>', 'excluded.priority'),
    )
    .execute();
}

/** Sets a queue's priority. */
export function updatePriority(trx: Db, { queue_type, priority }: { queue_type: QueueType; priority: number }) {
  return trx
    .updateTable('queue_priorities')
    .set({ priority })
    .where('queue_type', '=', queue_type)
    .returning(['queue_type', 'priority', 'version'])
    .executeTakeFirstOrThrow();
}
