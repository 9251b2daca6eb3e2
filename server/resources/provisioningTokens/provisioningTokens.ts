import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { maxProvisioningTokens } from '../../../contract/provisioningLimits.ts';
import {
  type CreatedProvisioningToken,
  type NewProvisioningToken,
  type ProvisioningToken,
  type ProvisioningTokens as Listed,
} from '../../../contract/provisioningTokens.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge } from '../../auth/throttle.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { requireRecentAuthentication } from '../../http/recentAuthentication.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { countValid, deleteToken, findToken, insertToken, listTokens, storeTokenUse } from './repository.ts';

/** The tokens of directories that provision users (decision 353). */
export type ProvisioningTokens = {
  list: () => Promise<Listed>;
  /** @throws ApiProblem insufficient_user_authentication, too_many_tokens */
  create: (request: FastifyRequest, form: NewProvisioningToken) => Promise<CreatedProvisioningToken>;
  /** @throws ApiProblem insufficient_user_authentication, not_found */
  remove: (request: FastifyRequest, id: string) => Promise<void>;
  /** The name of the token of a call. @throws ApiProblem unauthorized, too_many_requests */
  admit: (request: FastifyRequest) => Promise<string>;
};

const day = 24 * 60 * 60_000;

type Row = Awaited<ReturnType<typeof listTokens>>[number];

const onWire = ({ created, expires, used, ...same }: Row): ProvisioningToken => ({
  ...same,
  created: created.toISOString(),
  expires: expires.toISOString(),
  used: used?.toISOString() ?? null,
});

/** @see ProvisioningTokens */
export function createProvisioningTokens(
  { database: { db }, clock }: AppParts,
  publicUrl: string | null,
): ProvisioningTokens {
  const address = publicUrl === null ? null : new URL('scim/v2', publicUrl).href;

  return {
    list: async () => ({ results: (await listTokens(db)).map(onWire), address }),

    create: async (request, { name, days }) => {
      const now = clock();
      requireRecentAuthentication(request, now);
      const { person } = sessionOf(request);
      const caller = { request, now, act: 'add_provisioning_token' };
      const token = randomToken();
      const record = { id: randomId(), name, created: now, expires: new Date(now.getTime() + days * day) };
      await write(db, caller, async (trx) => {
        // Of two calls at a time only one may create the second token.
        await sql`select pg_advisory_xact_lock(hashtext('signboard.provisioning_tokens'))`.execute(trx);
        if ((await countValid(trx, now)) >= maxProvisioningTokens) throw new ApiProblem('too_many_tokens');
        await insertToken(trx, { ...record, token_hash: tokenHash(token), created_by: person.id });
        await addAuditEntry(trx, caller, { collection: 'provisioning_tokens', id: record.id, after: { name, days } });
      });
      const created_by = `${person.first_name} ${person.last_name}`;
      return { token, record: onWire({ ...record, created_by, used: null }) };
    },

    remove: async (request, id) => {
      const now = clock();
      requireRecentAuthentication(request, now);
      const caller = { request, now, act: 'remove_provisioning_token' };
      await write(db, caller, async (trx) => {
        const name = await deleteToken(trx, id);
        if (name === undefined) throw new ApiProblem('not_found');
        await addAuditEntry(trx, caller, { collection: 'provisioning_tokens', id, after: { name } });
      });
    },

    admit: async (request) => {
      const now = clock();
      const given = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
      const token = given === undefined ? undefined : await findToken(db, tokenHash(given), now);
      if (!token) {
        await charge(db, limits.throttles.provisioningRefusedPerAddress, addressKey(request.ip), now);
        throw new ApiProblem('unauthorized');
      }
      if (token.used === null || now.getTime() - token.used.getTime() >= limits.sessionUse)
        await storeTokenUse(db, token.id, now);
      return token.name;
    },
  };
}
