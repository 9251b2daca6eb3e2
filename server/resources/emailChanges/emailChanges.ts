import type { FastifyRequest } from 'fastify';
import { bindTo } from '../../bindTo.ts';
import type { Trx } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import type { NotificationEvent, Recipient } from '../../notifications/events.ts';
import type { AppParts } from '../../appParts.ts';
import { unlinkAll } from '../openid/repository.ts';
import { confirmChange, undoChange } from './applyChange.ts';
import { askForChange, type Context, readOwnEmail, sendProofCode } from './askForChange.ts';
import { deleteChange, deleteUndos } from './repository.ts';

/**
 * Completes a change of a person's e-mail address by staff, in the same transaction: invalidates undo links and unlinks
 * national IDs. The database ends sessions and links.
 * @param former the person as they were
 * @returns what to notify both addresses of
 */
export async function followStaffChange(
  trx: Trx,
  former: Recipient & { id: string },
  email: string,
): Promise<NotificationEvent[]> {
  await deleteUndos(trx, former.id);
  await unlinkAll(trx, former.id);
  return [
    { about: 'account', what: 'email_left', to: [former] },
    { about: 'account', what: 'email_arrived', to: [{ ...former, email }] },
  ];
}

/** People's own e-mail addresses: asked for with the password, confirmed at the new address, undone at the former one. */
export function createEmailChanges(parts: AppParts, others: Omit<Context, keyof AppParts>) {
  const bound = bindTo<Context>({ ...parts, ...others });
  return {
    read: bound(readOwnEmail),
    sendCode: bound(sendProofCode),
    ask: bound(askForChange),
    confirm: bound(confirmChange),
    undo: bound(undoChange),

    /** Forgets the change that waits to be confirmed. */
    cancel: (request: FastifyRequest): Promise<void> => deleteChange(parts.database.db, sessionOf(request).person.id),
  };
}
