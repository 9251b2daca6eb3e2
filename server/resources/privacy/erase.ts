import type { FastifyRequest } from 'fastify';
import { plainText } from '../../../contract/plainText.ts';
import type { Erasure, NewErasure } from '../../../contract/privacy.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import type { NotificationEvent } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { decidedPeople, withoutCustomer } from '../reservations/coverage.ts';
import { reservationsFor } from '../reservations/repository.ts';
import { lockInterpreters } from '../schedules/repository.ts';
import { assertAnotherOwner, settle } from '../users/acts/context.ts';
import { lockOwners } from '../users/repository.ts';
import type { Users } from '../users/users.ts';
import { eraseRows } from './eraseRows.ts';
import { findErasure, recordErasure } from './erasures.ts';
import { assertNotHeld } from './holdsTable.ts';
import type { Tally } from './stored.ts';
import { findPerson, type KnownPerson, subjectOf } from './subject.ts';

const plain = (text: string) => plainText(text).toLowerCase();

/** @throws ApiProblem confirmation_differs at the field */
function assertConfirmed({ first_name, last_name, email }: KnownPerson, confirmation: string): void {
  if (![`${first_name} ${last_name}`, email].map(plain).includes(plain(confirmation)))
    throw new ApiProblem('confirmation_differs', { errors: { confirmation: ['confirmation_differs'] } });
}

/**
 * Erases a person: everything that `sources` lists, and their values in both logs. The account ends as by a deletion, with the
 * same decisions on reservations, and the person is notified at their last address.
 * @throws ApiProblem confirmation_differs, legal_hold, not_oneself, last_owner, reservations_affected, not_found
 */
export function erasePerson(
  {
    database: { db },
    clock,
    notify,
    users,
  }: Pick<Dependencies, 'database' | 'clock'> & { notify: Notify; users: Users },
  request: FastifyRequest,
  id: string,
  { confirmation, reservations: decisions = [] }: NewErasure,
): Promise<Erasure> {
  const now = clock();
  const { person: actor } = sessionOf(request);
  return write(db, { request, now }, async (trx) => {
    // Also serialises erasures.
    await lockOwners(trx);
    await lockInterpreters(trx, decidedPeople([id], decisions));
    const person = orNotFound(await findPerson(trx, id));
    let tallies: Tally[] = [];
    let events: NotificationEvent[] = [];
    const erase = async () => {
      tallies = await eraseRows(trx, await subjectOf(trx, id, now), actor.id);
    };
    if (person.deleted) {
      assertConfirmed(person, confirmation);
      await erase();
    } else {
      const row = await users.lockFor(trx, request, 'delete', id, now);
      assertConfirmed(person, confirmation);
      await assertAnotherOwner(trx, row, now);
      await assertNotHeld(trx, id, now);
      const asked = await reservationsFor(trx, id, now);
      const settled = await settle(trx, request, { id, now, decisions, news: { what: 'erased' } }, erase);
      events = [...settled, ...asked.map(withoutCustomer)];
    }
    const erasure = await recordErasure(trx, { person: id, by: actor.id, now, tallies });
    const act = { request, now, act: 'erase' };
    await addAuditEntry(trx, act, { collection: 'users', id, after: { erasure } });
    await notify(trx, actor.id, events);
    return findErasure(trx, erasure);
  });
}
