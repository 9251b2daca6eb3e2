import type { FastifyRequest } from 'fastify';
import type { LegalHold, NewLegalHold } from '../../../contract/privacy.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { lockUser } from '../users/repository.ts';
import { holdOnWire, holdsOf } from './holdsTable.ts';

/**
 * Puts a person under a legal hold.
 * @throws ApiProblem check_dates if it would end in the past, not_found if the person has no account
 */
export function addHold(
  { database: { db }, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: FastifyRequest,
  person: string,
  { reason, ends }: NewLegalHold,
): Promise<LegalHold> {
  const now = clock();
  if (new Date(ends) <= now) throw new ApiProblem('check_dates', { errors: { ends: ['check_dates'] } });
  return write(db, { request, now, act: 'hold' }, async (trx) => {
    orNotFound(await lockUser(trx, person));
    const id = randomId();
    const created_by = sessionOf(request).person.id;
    await trx
      .insertInto('legal_holds')
      .values({ id, person_id: person, reason, created: now, created_by, ends: new Date(ends) })
      .execute();
    return holdOnWire(orNotFound((await holdsOf(trx, person)).find((hold) => hold.id === id)), now);
  });
}

/** Ends a legal hold early. @throws ApiProblem not_found if it is not in force */
export async function endHold(
  { database: { db }, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  const now = clock();
  await write(db, { request, now, act: 'end_hold' }, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('legal_holds')
      .set({ lifted: now })
      .where('id', '=', id)
      .where('lifted', 'is', null)
      .where('ends', '>', now)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiProblem('not_found');
  });
}
