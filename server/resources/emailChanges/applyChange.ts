import type { FastifyRequest } from 'fastify';
import type { EmailUndone } from '../../../contract/emailChanges.ts';
import { createLink, endLinks, linksOf, takeLink } from '../../auth/mailedLinks.ts';
import { deleteCounts } from '../../auth/throttle.ts';
import { write } from '../../collection/write.ts';
import { linkTo } from '../../mail/linkTo.ts';
import type { NotificationEvent } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { endAccess, findSession, restoreSession } from '../auth/repository.ts';
import { removeFactors } from '../factors/removeFactors.ts';
import { signInCounts } from '../passwords/passwordResets.ts';
import { updateUser } from '../users/repository.ts';
import type { Context } from './requestChange.ts';
import { lockPerson } from './repository.ts';

/** Activates the new address; the user's other sessions end. @throws ApiProblem email_link_expired, email_taken. */
export async function confirmChange(
  { database: { db }, clock, notify, settings: { dashboardUrl } }: Context,
  request: FastifyRequest,
  token: string,
): Promise<{ person: string; answer: null }> {
  const now = clock();
  return write(db, { request, now, act: 'change_email' }, async (trx) => {
    const change = await takeLink(trx, ['email_change'], token, now);
    const former = change && (await lockPerson(trx, change.user_id));
    if (!change || !former) throw new ApiProblem('email_link_expired');
    const { user_id, session_hash } = change;
    const { email } = change.details;
    const session = session_hash && (await findSession(trx, session_hash));
    await updateUser(trx, user_id, { email });
    // Returning to a former address is an undo: national IDs linked since may belong to an intruder.
    const undone = (await linksOf(trx, 'email_undo', user_id, now)).find(({ details }) => details.email === email);
    if (undone) {
      await endLinks(trx, 'email_undo', user_id, undone);
      await removeFactors(trx, user_id);
    }
    // The database has deleted every session; the caller's is restored with its original expiry.
    if (session) await restoreSession(trx, session);
    const farewell = async (): Promise<NotificationEvent> => {
      if (undone) return { about: 'account', what: 'email_left', to: [former] };
      const undo = await createLink(trx, 'email_undo', { user_id, details: { email: former.email } }, now);
      const link = linkTo(dashboardUrl, undo.path);
      return { about: 'account', what: 'email_undo', email, link, validFor: undo.validFor, to: [former] };
    };
    await notify(trx, null, [
      await farewell(),
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
  return write(db, { request, now, act: 'undo_email' }, async (trx) => {
    const undo = await takeLink(trx, ['email_undo'], token, now);
    const left = undo && (await lockPerson(trx, undo.user_id));
    if (!undo || !left) throw new ApiProblem('email_undo_expired');
    const { user_id } = undo;
    const { email } = undo.details;
    await endLinks(trx, 'email_undo', user_id, undo);
    await removeFactors(trx, user_id);
    await updateUser(trx, user_id, { email, password_hash: null });
    await endAccess(trx, user_id);
    const reset = await createLink(trx, 'password', { user_id, details: {} }, now);
    await deleteCounts(trx, signInCounts(email));
    await notify(trx, null, [
      { about: 'account', what: 'email_left', to: left.email === email ? [] : [left] },
      { about: 'account', what: 'email_restored', to: [{ ...left, email }] },
    ]);
    return { person: user_id, answer: { token: reset.token, expires: reset.expires.toISOString() } };
  });
}
