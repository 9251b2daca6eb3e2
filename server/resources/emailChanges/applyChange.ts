import type { FastifyRequest } from 'fastify';
import type { EmailUndone } from '../../../contract/emailChanges.ts';
import { limits } from '../../auth/limits.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { deleteCounts } from '../../auth/throttle.ts';
import { write } from '../../collection/write.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { ApiProblem } from '../../problem.ts';
import { endAccess, findSession, restoreSession } from '../auth/repository.ts';
import { removeFactors } from '../factors/removeFactors.ts';
import { signInCounts } from '../passwords/passwordResets.ts';
import { insertReset } from '../passwords/repository.ts';
import { updateUser } from '../users/repository.ts';
import type { Context } from './requestChange.ts';
import { deleteUndos, findUndoTo, insertUndo, lockPerson, takeChange, takeUndo } from './repository.ts';

/** Activates the new address; the user's other sessions end. @throws ApiProblem email_link_expired, email_taken. */
export async function confirmChange(
  { database: { db }, clock, notify, settings: { dashboardUrl } }: Context,
  request: FastifyRequest,
  token: string,
): Promise<{ person: string; answer: null }> {
  const now = clock();
  const undoToken = randomToken();
  const link = linkTo(dashboardUrl, `auth/undo-email?token=${undoToken}`);
  return write(db, { request, now, act: 'change_email' }, async (trx) => {
    const change = await takeChange(trx, tokenHash(token), now);
    const former = change && (await lockPerson(trx, change.user_id));
    if (!change || !former) throw new ApiProblem('email_link_expired');
    const { user_id, email, session_hash } = change;
    const session = await findSession(trx, session_hash);
    await updateUser(trx, user_id, { email });
    // Returning to a former address is an undo: national IDs linked since may belong to an intruder.
    const undone = await findUndoTo(trx, { user_id, email, now });
    if (undone) {
      await deleteUndos(trx, user_id, undone.number);
      await removeFactors(trx, user_id);
    }
    // The database has deleted every session; the caller's is restored with its original expiry.
    if (session) await restoreSession(trx, session);
    const validFor = limits.emailUndo;
    const expires = new Date(now.getTime() + validFor);
    if (!undone)
      await insertUndo(trx, { token_hash: tokenHash(undoToken), user_id, email: former.email, created: now, expires });
    await notify(trx, null, [
      undone
        ? { about: 'account', what: 'email_left', to: [former] }
        : { about: 'account', what: 'email_undo', email, link, validFor, to: [former] },
      { about: 'account', what: 'email_arrived', to: [{ ...former, email }] },
    ]);
    return { person: user_id, answer: null };
  });
}

/**
 * Restores the former address. Ends every session and link, unlinks national IDs, and removes passkeys, the authenticator app and the password, because the
 * person who changed the address knew it. @throws ApiProblem email_undo_expired, email_taken.
 */
export async function undoChange(
  { database: { db }, clock, notify }: Context,
  request: FastifyRequest,
  token: string,
): Promise<{ person: string; answer: EmailUndone }> {
  const now = clock();
  const resetToken = randomToken();
  const expires = new Date(now.getTime() + limits.passwordReset);
  const person = await write(db, { request, now, act: 'undo_email' }, async (trx) => {
    const undo = await takeUndo(trx, tokenHash(token), now);
    const left = undo && (await lockPerson(trx, undo.user_id));
    if (!undo || !left) throw new ApiProblem('email_undo_expired');
    const { user_id, email, number } = undo;
    await deleteUndos(trx, user_id, number);
    await removeFactors(trx, user_id);
    await updateUser(trx, user_id, { email, password_hash: null });
    await endAccess(trx, user_id);
    await insertReset(trx, { token_hash: tokenHash(resetToken), user_id, created: now, expires });
    await deleteCounts(trx, signInCounts(email));
    await notify(trx, null, [
      { about: 'account', what: 'email_left', to: left.email === email ? [] : [left] },
      { about: 'account', what: 'email_restored', to: [{ ...left, email }] },
    ]);
    return user_id;
  });
  return { person, answer: { token: resetToken, expires: expires.toISOString() } };
}
