import { UpdateHeaders } from '../../../contract/collection.ts';
import type { QueueType } from '../../../contract/interpretations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { writes } from '../../../contract/permissions.ts';
import {
  QueueOrder,
  QueuePath,
  QueuePriorities,
  QueuePriority,
  QueuePriorityChanges,
} from '../../../contract/queues.ts';
import { sendRecord, etagOf, requireMatch } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { findPriorities, insertPriority, lockPriority, setPriorities, updatePriority } from './repository.ts';

const reads = routeOptions('queues', { policy: mayRead('queues'), flag: 'queues' });
const changes = routeOptions('queues', { policy: mayWrite('queues'), flag: 'queues' });

/** The version of a priority that was never set. */
const unset = 0;

type Row = { queue_type: QueueType; priority: number | null; version: number };

function toQueue({ version, ...row }: Row, person: Person): QueuePriority {
  return { ...row, etag: etagOf(version), can: { update: writes('queues', person) } };
}

/** @throws ApiProblem priority_reserved, except for the emergency queue */
function assertFree(queue: QueueType, priority: number, reserved: readonly number[]): void {
  if (queue === 'emergency' || !reserved.includes(priority)) return;
  throw new ApiProblem('priority_reserved', {
    errors: { priority: ['priority_reserved'] },
    values: { priorities: reserved.join(', ') },
  });
}

/** The priorities of queues in an order: 1 for the emergency queue, the next numbers that are not reserved for others. */
function numbered(order: readonly QueueType[], reserved: readonly number[]) {
  const { length } = [...order, ...reserved];
  const free = Array.from({ length }, (_, index) => index + 2).filter((priority) => !reserved.includes(priority));
  const others: QueueType[] = order.filter((queue_type) => queue_type !== 'emergency');
  return order.map((queue_type) => ({ queue_type, priority: free[others.indexOf(queue_type)] ?? 1 }));
}

/** `queues/`: the priority of each queue type (R119, Q16). */
export function routes(
  app: TypedApp,
  { deployment: { flags, reservedQueuePriorities }, database: { db }, clock }: Services,
): void {
  /** The queues of this deployment: without relay there are no incoming calls (Q1). */
  const offered = offeredBy(flags).queueTypes;
  const queueOf = (name: string) => orNotFound(offered.find((queue) => queue === name));

  app.get(
    '/queues/',
    reads({ summary: 'The priority of each queue', response: { 200: QueuePriorities } }),
    async (request) => {
      const { person } = sessionOf(request);
      const rows = await findPriorities(db);
      const results = offered.map((queue_type) => {
        const row = rows.find((priority) => priority.queue_type === queue_type);
        return toQueue(row ?? { queue_type, priority: null, version: unset }, person);
      });
      return { count: results.length, results };
    },
  );

  app.post(
    '/queues/reorder/',
    changes({
      summary: 'Set the order of all queues',
      description: 'Gives each queue a priority of its own. The emergency queue is always the first.',
      body: QueueOrder,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { queue_types: order } = request.body;
      const isComplete = order.length === offered.length && offered.every((queue) => order.includes(queue));
      if (!isComplete || (order.includes('emergency') && order[0] !== 'emergency')) throw new ApiProblem('conflict');
      await write(db, { request, now: clock(), act: 'reorder' }, (trx) =>
        setPriorities(trx, numbered(order, reservedQueuePriorities)),
      );
    },
  );

  app.patch(
    '/queues/:queue_type/',
    changes({
      summary: 'Set the priority of a queue',
      description: 'Only the emergency queue may take a reserved priority.',
      params: QueuePath,
      headers: UpdateHeaders,
      body: QueuePriorityChanges,
      response: { 200: QueuePriority },
    }),
    async (request, reply) => {
      const queue_type = queueOf(request.params.queue_type);
      const { priority } = request.body;
      const row = await write(db, { request, now: clock() }, async (trx) => {
        const before = await lockPriority(trx, queue_type);
        requireMatch(request, before?.version ?? unset);
        assertFree(queue_type, priority, reservedQueuePriorities);
        if (before) return updatePriority(trx, { queue_type, priority });
        const inserted = await insertPriority(trx, { queue_type, priority });
        if (!inserted) throw new ApiProblem('precondition_failed');
        return inserted;
      });
      return sendRecord(reply, toQueue(row, sessionOf(request).person));
    },
  );
}
