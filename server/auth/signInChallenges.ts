import type { Db } from '../db/tables.ts';

/** What a challenge is for, and who may answer it: the session that asked, or the client with a token. No other answer takes it. */
export type ChallengeUse = {
  purpose: 'passkey' | 'passkey_proof' | 'new_passkey' | 'national_id' | 'single_sign_on';
  session_hash: Buffer | null;
  token_hash: Buffer | null;
};
type Challenge = ChallengeUse & { challenge_hash: Buffer };

/** Stores a challenge by its hash. */
export async function insertChallenge(db: Db, challenge: Challenge & { expires: Date }): Promise<void> {
  await db.insertInto('sign_in_challenges').values(challenge).execute();
}

/** Consumes a challenge if it is open and for this use; of concurrent calls only one gets true. */
export async function takeChallenge(db: Db, challenge: Challenge, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenges')
    .where('challenge_hash', '=', challenge.challenge_hash)
    .where('purpose', '=', challenge.purpose)
    .where('session_hash', 'is not distinct from', challenge.session_hash)
    .where('token_hash', 'is not distinct from', challenge.token_hash)
    .where('expires', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes challenges that nobody has answered in time. */
export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires', '<=', now).execute();
}
