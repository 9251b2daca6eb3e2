import type { Dependencies } from '../../dependencies.ts';
import { bindTo } from '../../bindTo.ts';
import type { Files } from '../../files/files.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { answer } from './acts/answer.ts';
import { applyPlan, undoPlan } from './acts/applyPlan.ts';
import { assign } from './acts/assign.ts';
import { attach, detach } from './acts/attach.ts';
import { type Context, presentAll } from './acts/context.ts';
import { offer, withdrawOffer } from './acts/offer.ts';
import { approve, endWith } from './acts/decide.ts';
import { listOfReservations, readReservation, workReader } from './acts/read.ts';
import { undo } from './acts/undo.ts';
import { addReservation, removeReservation, updateTerms } from './acts/write.ts';
import { plan } from './plan.ts';

/** Reservations and their rules (R148, Q24); each act is one transaction. */
export function createReservations(
  {
    deployment: { flags, timeZone: zone, handBackHours, allowedRoles, workingTime },
    settings: { undoTime },
    database: { db },
    clock,
  }: Dependencies,
  { notify, files }: { notify: Notify; files: Files },
) {
  const bound = bindTo<Context>({
    flags,
    zone,
    handBackHours,
    workingTime,
    allowedRoles,
    undoTime,
    db,
    clock,
    notify,
    files,
  });
  return {
    present: bound(presentAll),
    list: bound(listOfReservations),
    read: bound(readReservation),
    work: workReader({ db, clock, zone }),
    add: bound(addReservation),
    update: bound(updateTerms),
    remove: bound(removeReservation),
    attach: bound(attach),
    detach: bound(detach),
    assign: bound(assign),
    approve: bound(approve),
    endWith: bound(endWith),
    undo: bound(undo),
    offer: bound(offer),
    withdrawOffer: bound(withdrawOffer),
    answer: bound(answer),
    plan: bound(plan),
    applyPlan: bound(applyPlan),
    undoPlan: bound(undoPlan),
  };
}

/** See `createReservations`. */
export type Reservations = ReturnType<typeof createReservations>;
