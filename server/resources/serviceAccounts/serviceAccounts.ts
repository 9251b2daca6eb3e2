import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { maxServiceAccounts } from '../../../contract/serviceAccountNames.ts';
import type {
  NewSecret,
  NewServiceAccount,
  SecretRotation,
  ServiceAccount,
  ServiceAccounts as Listed,
} from '../../../contract/serviceAccounts.ts';
import type { Services } from '../../services.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { staffOf } from '../auth/repository.ts';
import {
  type AccountRow,
  countValid,
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  replaceSecret,
} from './repository.ts';

/** The accounts of other systems, such as a video platform. */
export type ServiceAccounts = {
  list: () => Promise<Listed>;
  /** @throws ApiProblem insufficient_user_authentication, too_many_service_accounts */
  create: (request: FastifyRequest, form: NewServiceAccount) => Promise<NewSecret>;
  /** @throws ApiProblem insufficient_user_authentication, not_found */
  rotate: (request: FastifyRequest, id: string, form: SecretRotation) => Promise<NewSecret>;
  /** @throws ApiProblem insufficient_user_authentication, not_found */
  end: (request: FastifyRequest, id: string) => Promise<void>;
};

const hour = 60 * 60_000;
const day = 24 * hour;

const onWire = ({ created, expires, former_until, used, scopes, ...same }: AccountRow, now: Date): ServiceAccount => ({
  ...same,
  scopes,
  created: created.toISOString(),
  expires: expires.toISOString(),
  overlap_until: former_until && former_until > now ? former_until.toISOString() : null,
  used: used?.toISOString() ?? null,
});

/** @see ServiceAccounts */
export function createServiceAccounts({
  database: { db },
  clock,
  notify,
  securityLog,
  settings: { publicUrl },
}: Services): ServiceAccounts {
  const addresses = {
    platform: publicUrl === null ? null : new URL('platform/events/', publicUrl).href,
    read: publicUrl,
  };
  /** Sends owners an e-mail, also the one who has done it: somebody else may have been at their screen. */
  const tellOwners = async (
    trx: Trx,
    news: { what: 'service_account_added' | 'service_account_secret_replaced'; name: string },
    now: Date,
  ) => notify(trx, null, [{ about: 'account', ...news, to: await staffOf(trx, ['owner'], now) }]);

  return {
    list: async () => {
      const now = clock();
      return { results: (await listAccounts(db)).map((row) => onWire(row, now)), addresses };
    },

    create: async (request, { name, scopes, days, networks = [] }) => {
      const now = clock();
      const { person } = sessionOf(request);
      const caller = { request, now, act: 'add_service_account' };
      const secret = randomToken();
      const record = { id: randomId(), name, scopes, networks, created: now, used: null };
      const expires = new Date(now.getTime() + days * day);
      await write(db, caller, async (trx) => {
        // Of two calls at a time only one may create the last account.
        await sql`select pg_advisory_xact_lock(hashtext('signboard.service_accounts'))`.execute(trx);
        if ((await countValid(trx, now)) >= maxServiceAccounts) throw new ApiProblem('too_many_service_accounts');
        await insertAccount(trx, { ...record, expires, secret_hash: tokenHash(secret), created_by: person.id });
        const after = { name, scopes, networks, days };
        await addAuditEntry(trx, caller, { collection: 'service_accounts', id: record.id, after });
        await tellOwners(trx, { what: 'service_account_added', name }, now);
      });
      securityLog.record(request, 'service_account_added', { object: name, objectId: record.id });
      const created_by = `${person.first_name} ${person.last_name}`;
      return { secret, record: onWire({ ...record, expires, created_by, former_until: null }, now) };
    },

    rotate: async (request, id, { days, overlap_hours }) => {
      const now = clock();
      const caller = { request, now, act: 'rotate_service_account' };
      const secret = randomToken();
      const row = await write(db, caller, async (trx) => {
        const before = orNotFound(await findAccount(trx, id));
        const asked = new Date(now.getTime() + overlap_hours * hour);
        // A secret does not outlive its own end.
        const overlap = before.expires < asked ? before.expires : asked;
        await replaceSecret(trx, id, {
          secret_hash: tokenHash(secret),
          expires: new Date(now.getTime() + days * day),
          former_until: overlap > now ? overlap : null,
        });
        const after = { name: before.name, days, overlap_hours };
        await addAuditEntry(trx, caller, { collection: 'service_accounts', id, after });
        await tellOwners(trx, { what: 'service_account_secret_replaced', name: before.name }, now);
        return orNotFound(await findAccount(trx, id));
      });
      securityLog.record(request, 'service_account_rotated', { object: row.name, objectId: id });
      return { secret, record: onWire(row, now) };
    },

    end: async (request, id) => {
      const now = clock();
      const caller = { request, now, act: 'end_service_account' };
      const name = await write(db, caller, async (trx) => {
        const ended = orNotFound(await deleteAccount(trx, id));
        await addAuditEntry(trx, caller, { collection: 'service_accounts', id, after: { name: ended } });
        return ended;
      });
      securityLog.record(request, 'service_account_ended', { object: name, objectId: id });
    },
  };
}
