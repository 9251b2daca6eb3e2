import { recoveryCodeOf, recoveryHash, totpStep } from '../../auth/totp.ts';
import type { Trx } from '../../collection/write.ts';
import type { Recipient } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { findTotp, lockTotp, updateTotp } from './repository.ts';
import type { Db } from '../../db/tables.ts';

/** Whether a user has a confirmed authenticator app. */
export async function hasTotp(db: Db, userId: string): Promise<boolean> {
  return Boolean((await findTotp(db, userId))?.confirmed);
}

/**
 * Takes a code that a user has without a mail: of their authenticator app, or a recovery code; using one sends them an e-mail.
 * Each works once. Returns which of the two it was, or null if it is wrong. The caller counts guesses.
 */
export async function takeOwnCode(
  trx: Trx,
  user: Recipient & { id: string },
  { typed, now, notify }: { typed: string; now: Date; notify: Notify },
): Promise<'totp' | 'recovery_code' | null> {
  const totp = await lockTotp(trx, user.id);
  if (!totp?.confirmed) return null;
  const code = typed.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) {
    const step = await totpStep(totp.secret, code, { now, lastStep: totp.last_step });
    if (step === null) return null;
    await updateTotp(trx, user.id, { used: now, last_step: step });
    return 'totp';
  }
  const recovery = recoveryCodeOf(typed);
  const hash = recovery === null ? null : recoveryHash(recovery);
  if (hash === null || !totp.recovery_hashes.includes(hash)) return null;
  await updateTotp(trx, user.id, { recovery_hashes: totp.recovery_hashes.filter((left) => left !== hash) });
  await notify(trx, null, [{ about: 'account', what: 'recovery_code_used', to: [user] }]);
  return 'recovery_code';
}
