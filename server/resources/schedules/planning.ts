import type { Dependencies } from '../../dependencies.ts';
import { bindTo } from '../../bindTo.ts';
import type { Notify } from '../../notifications/notifications.ts';
import type { Person } from '../../policies/policy.ts';
import type { Reservations } from '../reservations/reservations.ts';
import { foresee } from './planning/bookings.ts';
import { changeFollowing, changeSchedule } from './planning/changeSchedule.ts';
import { changeShift } from './planning/changeShift.ts';
import { type Context, onlyInterpreterOf } from './planning/context.ts';
import { createSchedule } from './planning/createSchedule.ts';
import { previewChange, previewDraft, previewFollowing } from './planning/preview.ts';
import { removeFollowing, removeSchedule, removeShift } from './planning/remove.ts';

/** The requested interpreters (undefined: all), limited to those that a person may read. */
function readable(person: Person, asked: string[] | undefined): string[] | undefined {
  const onlyInterpreter = onlyInterpreterOf(person);
  return onlyInterpreter === null ? asked : (asked ?? [onlyInterpreter]).filter((id) => id === onlyInterpreter);
}

/** The rules of the calendar (R179 to R182), checked in the transaction that writes. */
export function createPlanning(
  { deployment: { flags, timeZone, workingTime, allowedRoles }, database: { db }, clock }: Dependencies,
  { notify, reservations }: { notify: Notify; reservations: Reservations },
) {
  const context = { db, clock, flags, timeZone, workingTime, allowedRoles, notify, reservations, foresees: false };
  const bound = bindTo<Context>(context);
  return {
    onlyInterpreterOf,
    readable,
    foresee: bound(foresee),
    preview: bound(previewDraft),
    previewChange: bound(previewChange),
    previewFollowing: bound(previewFollowing),
    create: bound(createSchedule),
    changeSchedule: bound(changeSchedule),
    changeFollowing: bound(changeFollowing),
    changeShift: bound(changeShift),
    removeSchedule: bound(removeSchedule),
    removeFollowing: bound(removeFollowing),
    removeShift: bound(removeShift),
  };
}

/** See `createPlanning`. */
export type Planning = ReturnType<typeof createPlanning>;
