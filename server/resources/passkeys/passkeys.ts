import type { FastifyRequest } from 'fastify';
import type { Session } from '../../../contract/auth.ts';
import type { NewPasskey, PasskeyOptions, Passkeys, PasskeySignIn } from '../../../contract/passkeys.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import {
  authenticationOptions,
  registrationOptions,
  type RelyingParty,
  relyingPartyOf,
  verifyAuthentication,
  verifyRegistration,
} from '../../auth/passkeys.ts';
import { tokenHash } from '../../auth/secrets.ts';
import { type ChallengeUse, insertChallenge, takeChallenge } from '../../auth/signInChallenges.ts';
import { addressKey, charge } from '../../auth/throttle.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import { clientOf } from '../../http/client.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { assertOtherWay, openKnownSession, requireAdmitted } from '../auth/admission.ts';
import { findAccountById } from '../auth/repository.ts';
import { endSessions } from '../sessions/repository.ts';
import { deletePasskey, insertPasskey, lockPasskey, passkeysOf, storePasskeyUse } from './repository.ts';

type Answer = Record<string, unknown>;

const signInUse: ChallengeUse = { purpose: 'passkey', session_hash: null, token_hash: null };

/** Passkeys: registered, listed and removed by their owner, and used to sign in or to prove who one is. */
export type PasskeyActs = {
  list: (request: FastifyRequest) => Promise<Passkeys>;
  /** Options for a new one. @throws ApiProblem feature_off without DASHBOARD_URL. */
  begin: (request: FastifyRequest) => Promise<PasskeyOptions>;
  /** Stores a new one. @throws ApiProblem passkey_failed. */
  add: (request: FastifyRequest, passkey: NewPasskey) => Promise<Passkeys>;
  /** Removes one; the caller's other sessions end. @throws ApiProblem not_found. */
  remove: (request: FastifyRequest, id: string) => Promise<void>;
  /** Options for a sign-in. @throws ApiProblem too_many_requests, feature_off without DASHBOARD_URL. */
  challenge: (request: FastifyRequest) => Promise<PasskeyOptions>;
  /** Signs in: the passkey counts as both factors. @throws ApiProblem passkey_failed, passkey_unknown. */
  signIn: (request: FastifyRequest, answer: PasskeySignIn) => Promise<Session>;
  /** Whether a user has one that works here. */
  has: (userId: string) => Promise<boolean>;
  /** Options for a proof of the caller. */
  proofChallenge: (request: FastifyRequest) => Promise<PasskeyOptions>;
  /** Checks a proof of the caller. @throws ApiProblem passkey_failed. */
  prove: (request: FastifyRequest, answer: Answer) => Promise<void>;
};

const credentialsOf = async (db: Db, userId: string): Promise<string[]> =>
  (await passkeysOf(db, userId)).map(({ credential_id }) => credential_id);

const purposeIn = (request: FastifyRequest, purpose: ChallengeUse['purpose']): ChallengeUse => ({
  purpose,
  session_hash: sessionOf(request).tokenHash,
  token_hash: null,
});

/** The challenges of this deployment, each for one answer. @throws ApiProblem feature_off without DASHBOARD_URL. */
function challengesOf({ database: { db }, clock, settings }: Dependencies) {
  const known = relyingPartyOf(settings.dashboardUrl);
  const party = (): RelyingParty => {
    if (!known) throw new ApiProblem('feature_off');
    return known;
  };
  const taker = (use: ChallengeUse, now: Date) => (challenge: string) =>
    takeChallenge(db, { ...use, challenge_hash: tokenHash(challenge) }, now);

  return {
    isOn: known !== null,
    party,
    taker,
    /** Stores the challenge of these options. */
    keep: async <Options extends { challenge: string }>(
      options: Options,
      use: ChallengeUse,
    ): Promise<PasskeyOptions> => {
      const expires = new Date(clock().getTime() + limits.passkeyChallenge);
      await insertChallenge(db, { ...use, challenge_hash: tokenHash(options.challenge), expires });
      return { options: { ...options } };
    },
    /** Checks an answer and stores the use. Returns whose passkey it is. @param userId null: a sign-in, where any passkey may answer */
    answer: async (
      trx: Trx,
      response: Answer,
      { userId, use, now }: { userId: string | null; use: ChallengeUse; now: Date },
    ): Promise<string> => {
      const passkey = typeof response.id === 'string' ? await lockPasskey(trx, response.id) : undefined;
      if (!passkey || (userId !== null && passkey.user_id !== userId)) throw new ApiProblem('passkey_unknown');
      const { credential_id: id, counter, transports } = passkey;
      const credential = { id, publicKey: new Uint8Array(passkey.public_key), counter, transports };
      const newCounter = await verifyAuthentication(party(), { response, credential }, taker(use, now));
      await storePasskeyUse(trx, passkey.id, { used: now, counter: newCounter });
      return passkey.user_id;
    },
  };
}

type Challenges = ReturnType<typeof challengesOf>;

/** The passkeys of the caller: registered, listed and removed. */
function registrationOf(
  { database: { db }, deployment, clock }: Dependencies,
  { party, taker, keep }: Challenges,
  notify: Notify,
): Pick<PasskeyActs, 'list' | 'begin' | 'add' | 'remove'> {
  const list = async (userId: string): Promise<Passkeys> => ({
    results: (await passkeysOf(db, userId)).map(({ id, name, created, used }) => ({
      id,
      name,
      added: created.toISOString(),
      used: used?.toISOString() ?? null,
    })),
  });

  return {
    list: (request) => list(sessionOf(request).person.id),

    begin: async (request) => {
      const { id: userId, email } = sessionOf(request).person;
      const others = await credentialsOf(db, userId);
      const options = await registrationOptions(party(), { brand: deployment.brand, userId, email, known: others });
      return keep(options, purposeIn(request, 'new_passkey'));
    },

    add: async (request, { name, response }) => {
      const now = clock();
      const { person } = sessionOf(request);
      const credential = await verifyRegistration(party(), response, taker(purposeIn(request, 'new_passkey'), now));
      const caller = { request, now, act: 'add_passkey' };
      await write(db, caller, async (trx) => {
        const isNew = await insertPasskey(trx, {
          id: randomId(),
          user_id: person.id,
          name,
          credential_id: credential.id,
          counter: credential.counter,
          public_key: Buffer.from(credential.publicKey),
          transports: credential.transports ?? [],
          created: now,
        });
        if (!isNew) throw new ApiProblem('passkey_failed');
        await addAuditEntry(trx, caller, { collection: 'users', id: person.id, after: { name } });
        await notify(trx, null, [{ about: 'account', what: 'passkey_added', to: [person] }]);
      });
      return list(person.id);
    },

    remove: async (request, id) => {
      const now = clock();
      const { person, tokenHash: currentSession } = sessionOf(request);
      const caller = { request, now, act: 'remove_passkey' };
      await write(db, caller, async (trx) => {
        if (!(await deletePasskey(trx, person.id, id))) throw new ApiProblem('not_found');
        await endSessions(trx, person.id, currentSession);
        await addAuditEntry(trx, caller, { collection: 'users', id: person.id });
        await notify(trx, null, [{ about: 'account', what: 'passkey_removed', to: [person] }]);
      });
    },
  };
}

/** What passkeys prove: a sign-in, or who the caller is. */
function proofsOf(
  { database: { db }, deployment, clock }: Dependencies,
  { isOn, party, keep, answer }: Challenges,
  notify: Notify,
): Pick<PasskeyActs, 'has' | 'challenge' | 'signIn' | 'proofChallenge' | 'prove'> {
  return {
    has: async (userId) => isOn && (await passkeysOf(db, userId)).length > 0,

    challenge: async (request) => {
      await charge(db, limits.throttles.passkeysPerAddress, addressKey(request.ip), clock());
      return keep(await authenticationOptions(party(), []), signInUse);
    },

    signIn: async (request, { response, deviceToken }) => {
      const now = clock();
      const { userAgent } = clientOf(request);
      return db.transaction().execute(async (trx) => {
        const account = await findAccountById(trx, await answer(trx, response, { userId: null, use: signInUse, now }));
        if (!account) throw new ApiProblem('passkey_unknown');
        const admitted = requireAdmitted(account, deployment, now);
        assertOtherWay(admitted, deployment);
        return openKnownSession(trx, admitted, { deployment, deviceToken, userAgent, now, notify });
      });
    },

    proofChallenge: async (request) => {
      const { id } = sessionOf(request).person;
      const credentials = await credentialsOf(db, id);
      if (credentials.length === 0) throw new ApiProblem('passkey_unknown');
      return keep(await authenticationOptions(party(), credentials), purposeIn(request, 'passkey_proof'));
    },

    prove: async (request, response) => {
      const { id: userId } = sessionOf(request).person;
      const use = purposeIn(request, 'passkey_proof');
      await db.transaction().execute((trx) => answer(trx, response, { userId, use, now: clock() }));
    },
  };
}

/** @see PasskeyActs */
export function createPasskeys(deps: Dependencies, notify: Notify): PasskeyActs {
  const challenges = challengesOf(deps);
  return { ...registrationOf(deps, challenges, notify), ...proofsOf(deps, challenges, notify) };
}
