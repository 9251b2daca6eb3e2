import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { QueueType } from '../../contract/interpretations.ts';
import type { Db } from '../db/tables.ts';
import type { Deployment } from '../deployment.ts';
import { contentWords } from './locale.ts';

/** The usual order of queues; reserved priorities are for the emergency queue only (Q16). */
const byUrgency = ['emergency', 'incoming_call', 'social', 'commercial'] as const satisfies QueueType[];

/** The priority of each queue of the deployment: emergencies get the first, the others those that are not reserved. */
export function prioritiesOf({ flags, reservedQueuePriorities: reserved }: Deployment) {
  const free = (after: number): number => (reserved.includes(after + 1) ? free(after + 1) : after + 1);
  let last = 1;
  return byUrgency
    .filter((queue) => flags.queues && (queue !== 'incoming_call' || flags.relay))
    .map((queue_type) => {
      if (queue_type !== 'emergency') last = free(last);
      return { queue_type, priority: last };
    });
}

/** Sets the priority of each queue that has none. */
export async function addPriorities(trx: Db, deployment: Deployment): Promise<void> {
  const priorities = prioritiesOf(deployment);
  if (priorities.length === 0) return;
  await trx
    .insertInto('queue_priorities')
    .values(priorities)
    .onConflict((conflict) => conflict.column('queue_type').doNothing())
    .execute();
}

/** Adds the demo records of one kind. `key` seeds the random values; `created` is when the records were added. */
export type AddRecords = (trx: Db, deployment: Deployment, options: { key: string; created: Date }) => Promise<void>;

const kinds = join(import.meta.dirname, 'kinds');

/** Adds content that staff would enter: the records of each file in `server/seed/kinds`. */
export const addContent: AddRecords = async (trx, deployment, options) => {
  for (const file of readdirSync(kinds).toSorted()) {
    const { addRecords } = (await import(`./kinds/${file}`)) as { addRecords: AddRecords };
    await addRecords(trx, deployment, options);
  }
};

/** Ids of closure categories, for answered and for unanswered requests, the most frequent first. */
export type Closures = { held: string[]; missed: string[] };

/** The existing subcategories, for answered and for unanswered requests. */
export async function findClosures(trx: Db, deployment: Deployment): Promise<Closures> {
  const heldGroup = contentWords(deployment).closure[0]?.group;
  const rows = await trx
    .selectFrom('closure_categories as categories')
    .innerJoin('closure_categories as parents', 'parents.id', 'categories.parent_id')
    .select(['categories.id', 'parents.group'])
    .orderBy('parents.position')
    .orderBy('categories.position')
    .execute();
  const idsOf = (isHeld: boolean) => rows.flatMap(({ id, group }) => ((group === heldGroup) === isHeld ? id : []));
  return { held: idsOf(true), missed: idsOf(false) };
}
