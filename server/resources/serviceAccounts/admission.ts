import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { ServiceScope } from '../../../contract/serviceAccountNames.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import { tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge } from '../../auth/throttle.ts';
import type { Service } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { SecurityLog } from '../securityEvents/securityLog.ts';
import { findBySecret, storeUse } from './repository.ts';

/** Whether an address is in one of some ranges (CIDR); without ranges, every address is. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [first = '', prefix] = network.split('/');
    list.addSubnet(first, Number(prefix), isIPv4(first) ? 'ipv4' : 'ipv6');
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Why an account may not be used; null: it may. */
function refusalOf(
  account: { scopes: readonly string[]; networks: readonly string[] } | undefined,
  scope: ServiceScope,
  address: string,
): ErrorCode | null {
  if (!account) return 'unauthorized';
  if (!isWithin(account.networks, address)) return 'address_not_allowed';
  return account.scopes.includes(scope) ? null : 'scope_missing';
}

/**
 * Returns a function that finds the service account of a call. It refuses, counts and records calls with a wrong or expired secret,
 * from other addresses, or without the scope.
 */
export function admitServices({ database: { db }, clock }: Dependencies, securityLog: SecurityLog) {
  return async (request: FastifyRequest, scope: ServiceScope): Promise<Service> => {
    const now = clock();
    const given = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    const account = given === undefined ? undefined : await findBySecret(db, tokenHash(given), now);
    const code = refusalOf(account, scope, request.ip);
    if (!account || code !== null) {
      const refusal = await charge(db, limits.throttles.serviceRefusedPerAddress, addressKey(request.ip), now).then(
        () => new ApiProblem(code ?? 'unauthorized'),
        (error: unknown) => error,
      );
      const about = account
        ? { object: account.name, objectId: account.id }
        : { object: request.routeOptions.url ?? '' };
      if (refusal instanceof ApiProblem)
        securityLog.record(request, 'service_account_refused', { ...about, reason: refusal.code });
      throw refusal;
    }
    const { id, name, used } = account;
    if (scope === 'read') await charge(db, limits.throttles.readsPerService, id, now);
    if (used === null || now.getTime() - used.getTime() >= limits.sessionUse) await storeUse(db, id, now);
    return { id, name };
  };
}
