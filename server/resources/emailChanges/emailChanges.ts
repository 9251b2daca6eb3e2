import type { FastifyRequest } from 'fastify';
import { bindTo } from '../../bindTo.ts';
import { endLinks } from '../../auth/mailedLinks.ts';
import type { Trx } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import type { NotificationEvent, Recipient } from '../../notifications/events.ts';
import { removeFactors } from '../factors/removeFactors.ts';
import { confirmChange, undoChange } from './applyChange.ts';
import { requestChange, type Context, readOwnEmail } from './requestChange.ts';

/**
 * Completes a change of a user's e-mail address by staff, in the same transaction: invalidates undo links, removes passkeys and the authenticator app, and unlinks
 * national IDs. The database ends sessions and links.
 * @param former the user before the change
 * @returns notifications to both addresses
 */
export async function followStaffChange(
  trx: Trx,
  former: Recipient & { id: string },
  email: string,
): Promise<NotificationEvent[]> {
  await endLinks(trx, 'email_undo', former.id);
  await removeFactors(trx, former.id);
  return [
    { about: 'account', what: 'email_left', to: [former] },
    { about: 'account', what: 'email_arrived', to: [{ ...former, email }] },
  ];
}

/**
 * Changes of the signed-in user's own e-mail address: requested with a recent proof of the person, confirmed by a link to the new address,
 * undone by a link to the old one.
 */
export function createEmailChanges(context: Context) {
  const bound = bindTo(context);
  return {
    read: bound(readOwnEmail),
    ask: bound(requestChange),
    confirm: bound(confirmChange),
    undo: bound(undoChange),

    /** Deletes the unconfirmed change. */
    cancel: (request: FastifyRequest): Promise<void> =>
      endLinks(context.database.db, 'email_change', sessionOf(request).person.id),
  };
}
