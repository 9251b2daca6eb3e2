import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { bindTo } from '../../bindTo.ts';
import type { Trx } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Notify } from '../../notifications/notifications.ts';
import type { Reservations } from '../reservations/reservations.ts';
import { affectedBy } from './acts/affected.ts';
import { type Act, type Context, lockFor } from './acts/context.ts';
import { inviteUser } from './acts/invite.ts';
import { findAddressee, listOfUsers, readableId, readSignIns, readUser } from './acts/read.ts';
import { removeUser, removeUsers } from './acts/remove.ts';
import { approve, approveAll, reject, rejectAll, suspend, unsuspend } from './acts/accountStatus.ts';
import { addUser, updateByForm } from './acts/write.ts';
import type { UserRow } from './repository.ts';

/** Users and their rules (R139, Q24); each act is one transaction. */
export function createUsers(
  { deployment, database: { db }, clock, settings: { dashboardUrl } }: Dependencies,
  { notify, reservations }: { notify: Notify; reservations: Reservations },
) {
  const bound = bindTo<Context>({ deployment, db, clock, notify, reservations, dashboardUrl });
  return {
    list: bound(listOfUsers),
    read: bound(readUser),
    add: bound(addUser),
    update: bound(updateByForm),
    remove: bound(removeUser),
    removeAll: bound(removeUsers),
    affected: bound(affectedBy),
    suspend: bound(suspend),
    unsuspend: bound(unsuspend),
    approve: bound(approve),
    approveAll: bound(approveAll),
    reject: bound(reject),
    rejectAll: bound(rejectAll),
    invite: bound(inviteUser),
    signIns: bound(readSignIns),
    reachable: bound(readableId),
    addressee: bound(findAddressee),

    /** Locks the user of an act for the transaction, if the caller may do it. */
    lockFor: (trx: Trx, request: FastifyRequest, act: Act, id: string, now: Date): Promise<UserRow> =>
      lockFor({ deployment }, trx, act, id, { person: sessionOf(request).person, now }),
  };
}

/** See `createUsers`. */
export type Users = ReturnType<typeof createUsers>;
