import type { FastifyRequest } from 'fastify';
import type { RecoveryCodes, SecondFactors, TotpSetup } from '../../../contract/factors.ts';
import type { Services } from '../../services.ts';
import { newRecoveryCode, newTotpSecret, recoveryHash, totpStep, totpUri } from '../../auth/totp.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { qrSvg } from '../../qr.ts';
import { digitsOf } from '../auth/oneTimeCodes.ts';
import { deleteTotp, findTotp, lockTotp, replaceTotp, updateTotp } from './repository.ts';

/** How many recovery codes a person gets. */
const recoveryCodes = 10;

/** The authenticator app and the recovery codes of the caller. Every change is a sensitive act. */
export type Factors = {
  read: (request: FastifyRequest) => Promise<SecondFactors>;
  /** Makes a secret, which counts once it is confirmed. @throws ApiProblem transition_refused if there is an app. */
  setUp: (request: FastifyRequest) => Promise<TotpSetup>;
  /** Confirms the secret with a code from the app. @throws ApiProblem otp_wrong, otp_expired without a secret. */
  confirm: (request: FastifyRequest, code: string) => Promise<RecoveryCodes>;
  /** Removes the app and the recovery codes. @throws ApiProblem not_found. */
  remove: (request: FastifyRequest) => Promise<void>;
  /** Replaces the recovery codes. @throws ApiProblem not_found without an app. */
  renewCodes: (request: FastifyRequest) => Promise<RecoveryCodes>;
};

/** @see Factors */
export function createFactors({ database: { db }, deployment, clock, notify }: Services): Factors {
  const makeCodes = async (trx: Trx, userId: string): Promise<RecoveryCodes> => {
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
    await updateTotp(trx, userId, { recovery_hashes: codes.map(recoveryHash) });
    return { codes };
  };

  /** Runs a change with its entry in the audit log. */
  const change = async <Result>(
    request: FastifyRequest,
    act: string,
    run: (trx: Trx, now: Date) => Promise<Result>,
  ): Promise<Result> => {
    const now = clock();
    const caller = { request, now, act };
    return write(db, caller, async (trx) => {
      const result = await run(trx, now);
      await addAuditEntry(trx, caller, { collection: 'users', id: sessionOf(request).person.id });
      return result;
    });
  };

  return {
    read: async (request) => {
      const { id } = sessionOf(request).person;
      const totp = await findTotp(db, id);
      if (!totp?.confirmed) return { totp: null, recovery_codes: 0 };
      const { confirmed, used, recovery_hashes } = totp;
      return {
        totp: { added: confirmed.toISOString(), used: used?.toISOString() ?? null },
        recovery_codes: recovery_hashes.length,
      };
    },

    setUp: async (request) => {
      const now = clock();
      const { id, email } = sessionOf(request).person;
      const secret = newTotpSecret();
      if (!(await replaceTotp(db, { user_id: id, secret, created: now }))) throw new ApiProblem('transition_refused');
      return { secret, qr: qrSvg(totpUri(secret, { brand: deployment.brand, email })) };
    },

    confirm: (request, typed) => {
      const code = digitsOf(typed);
      const { person } = sessionOf(request);
      return change(request, 'add_totp', async (trx, now) => {
        const totp = await lockTotp(trx, person.id);
        if (!totp || totp.confirmed) throw new ApiProblem('otp_expired');
        const step = await totpStep(totp.secret, code, { now, lastStep: null });
        if (step === null) throw new ApiProblem('invalid', { errors: { code: ['otp_wrong'] } });
        await updateTotp(trx, person.id, { confirmed: now, last_step: step });
        await notify(trx, null, [{ about: 'account', what: 'totp_added', to: [person] }]);
        return makeCodes(trx, person.id);
      });
    },

    remove: (request) => {
      const { person } = sessionOf(request);
      return change(request, 'remove_totp', async (trx) => {
        if (!(await deleteTotp(trx, person.id))) throw new ApiProblem('not_found');
        await notify(trx, null, [{ about: 'account', what: 'totp_removed', to: [person] }]);
      });
    },

    renewCodes: (request) => {
      const { id } = sessionOf(request).person;
      return change(request, 'renew_recovery_codes', async (trx) => {
        if (!(await lockTotp(trx, id))?.confirmed) throw new ApiProblem('not_found');
        return makeCodes(trx, id);
      });
    },
  };
}
