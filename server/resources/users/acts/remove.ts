import type { FastifyRequest } from 'fastify';
import type { BulkResults } from '../../../../contract/collection.ts';
import type { CoverageDecision, UserDeletion } from '../../../../contract/coverage.ts';
import { eachOf } from '../../../collection/bulk.ts';
import { checkMatchIfGiven } from '../../../collection/etag.ts';
import { type Trx, write } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';
import { assertNotHeld } from '../../privacy/holdsTable.ts';
import { decidedPeople, withoutCustomer } from '../../reservations/coverage.ts';
import { reservationsFor } from '../../reservations/repository.ts';
import { lockInterpreters } from '../../schedules/repository.ts';
import { deleteUser, lockOwners } from '../repository.ts';
import { assertAnotherOwner, type Context, lockFor, settle } from './context.ts';

async function removeOne(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  { id, now, decisions }: { id: string; now: Date; decisions: readonly CoverageDecision[] },
): Promise<{ version: number; events: NotificationEvent[] }> {
  const row = await lockFor(context, trx, 'delete', id, { person: sessionOf(request).person, now });
  await assertAnotherOwner(trx, row, now);
  await assertNotHeld(trx, id, now);
  const news = { what: 'deleted' } as const;
  const asked = await reservationsFor(trx, id, now);
  const events = await settle(trx, request, { id, now, decisions, news }, () => deleteUser(trx, id));
  return { version: row.version, events: [...events, ...asked.map(withoutCustomer)] };
}

/** Deletes a user. @throws ApiProblem reservations_affected if a reservation would lose its coverage */
export async function removeUser(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { db, clock, notify } = context;
  const now = clock();
  await write(db, { request, now }, async (trx) => {
    await lockOwners(trx);
    await lockInterpreters(trx, [id]);
    const { version, events } = await removeOne(context, trx, request, { id, now, decisions: [] });
    checkMatchIfGiven(request, version);
    await notify(trx, sessionOf(request).person.id, events);
  });
}

/** Deletes several users, with decisions on their reservations. Returns a result for each. */
export function removeUsers(
  context: Context,
  request: FastifyRequest,
  { ids, reservations: decisions = [] }: UserDeletion,
): Promise<BulkResults> {
  const { db, clock, notify } = context;
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    await lockOwners(trx);
    await lockInterpreters(trx, decidedPeople(ids, decisions));
    const events: NotificationEvent[] = [];
    const results = await eachOf(trx, ids, async (id) => {
      events.push(...(await removeOne(context, trx, request, { id, now, decisions })).events);
    });
    await notify(trx, sessionOf(request).person.id, events);
    return results;
  });
}
