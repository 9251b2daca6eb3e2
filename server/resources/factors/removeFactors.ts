import type { Trx } from '../../collection/write.ts';
import { unlinkAll } from '../openid/repository.ts';
import { deletePasskeys } from '../passkeys/repository.ts';
import { deleteTotp } from './repository.ts';

/** Removes what may be an intruder's way in besides the password: national IDs, accounts of the organisation, passkeys, and the authenticator app. */
export async function removeFactors(trx: Trx, userId: string): Promise<void> {
  await unlinkAll(trx, userId);
  await deletePasskeys(trx, userId);
  await deleteTotp(trx, userId);
}
