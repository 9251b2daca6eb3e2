import { RecordPath } from '../../../contract/collection.ts';
import { InterpreterPreference, NewPreference, Preferences, PreferencesQuery } from '../../../contract/preferences.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { write } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayWrite } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import type { Services } from '../../services.ts';
import { requirePartner } from '../partners/repository.ts';
import { isCustomer } from '../reservations/repository.ts';
import { isInterpreter } from '../schedules/repository.ts';
import { deletePreference, listPreferences, type Owner, putPreference } from './repository.ts';

const plans = routeOptions('reservations', { flag: 'reservations', policy: mayWrite('reservations') });

const invalid = (field: string) => new ApiProblem('invalid', { errors: { [field]: ['invalid'] } });

/** Whose wishes are meant. @throws ApiProblem invalid unless it is either a customer or a partner */
function ownerIn({ customer, partner }: PreferencesQuery): Owner {
  if (customer !== undefined && partner === undefined) return { customer_id: customer };
  if (partner !== undefined && customer === undefined) return { partner_id: partner };
  throw invalid('customer');
}

/** @throws ApiProblem not_found */
async function requireOwner(db: Db, owner: Owner): Promise<void> {
  if ('partner_id' in owner) await requirePartner(db, owner.partner_id);
  else if (!(await isCustomer(db, owner.customer_id))) throw new ApiProblem('not_found');
}

/** `preferences/`: whom a customer or a partner prefers, and whom they never want again. */
export function routes(app: TypedApp, { database: { db }, clock }: Services): void {
  app.get(
    '/preferences/',
    plans({
      summary: 'What a customer or a partner wishes about interpreters',
      description: 'Give either `customer` or `partner`.',
      querystring: PreferencesQuery,
      response: { 200: Preferences },
    }),
    async (request) => ({ results: await listPreferences(db, ownerIn(request.query)) }),
  );

  app.post(
    '/preferences/',
    plans({
      summary: 'Prefer an interpreter, or never want them again',
      description:
        'For either a `customer` or a `partner`. Nobody is notified. Approved reservations with an interpreter who is never wanted again stay as they are, and are not covered.',
      body: NewPreference,
      response: { 201: InterpreterPreference },
    }),
    async (request) => {
      const { interpreter, preference, reason = null, ...given } = request.body;
      const owner = ownerIn(given);
      await requireOwner(db, owner);
      if (!(await isInterpreter(db, interpreter))) throw invalid('interpreter');
      if (preference === 'preferred' && reason !== null) throw invalid('reason');
      const now = clock();
      const row = {
        id: randomId(),
        interpreter_id: interpreter,
        preference,
        preference_reason: reason,
        created: now,
      };
      return write(db, { request, now }, (trx) => putPreference(trx, { ...row, ...owner }));
    },
  );

  app.delete(
    '/preferences/:id/',
    plans({
      summary: 'Forget what a customer or a partner wished about an interpreter',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { id } = request.params;
      await write(db, { request, now: clock() }, async (trx) => orNotFound(await deletePreference(trx, id)));
    },
  );
}
