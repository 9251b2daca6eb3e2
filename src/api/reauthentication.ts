import type { OtpChallenge } from '../../contract/auth.ts';
import type { Reauthentication, ReauthenticationWays } from '../../contract/reauthentication.ts';
import { post } from './http.ts';
import { query } from './query.ts';

/** The proofs that the signed-in person can give. */
export const reauthenticationWays = query<ReauthenticationWays>('auth/reauthentication/');

/** Proves again who the signed-in person is. */
export function reauthenticate(proof: Reauthentication): Promise<void> {
  return post('auth/reauthentication/', proof);
}

/** Requests the code with which people without a password prove who they are. */
export function askForProofCode(): Promise<OtpChallenge> {
  return post('auth/reauthentication/code/');
}
