import { type Insertable, sql } from 'kysely';
import type { LanguageException } from '../../../contract/reservations.ts';
import { suggestedDeadline } from '../../../contract/offerDeadline.ts';
import { isShort } from '../../../contract/reservationRules.ts';
import type { StaffRole } from '../../../contract/roles.ts';
import { setAuditContext, type Trx } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { scheduleTask } from '../../jobs/queue.ts';
import type { Work } from '../../jobs/worker.ts';
import type { NotificationEvent, ReservationNews } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { randomId } from '../../randomId.ts';
import { candidatesFor } from '../interpreters/candidates.ts';
import { lockInterpreters } from '../schedules/repository.ts';
import { plannersOf } from './planners.ts';
import {
  deleteOffers,
  findReservation,
  insertOffer,
  lockReservation,
  reservationOfOffer,
  type ReservationRow,
  updateReservation,
} from './repository.ts';
import { changesAccepted } from './terms.ts';
import { offeredIn } from './wire.ts';

/** The kind of the tasks that end offers at their deadline. */
export const endOffer = 'end_offer';

/** What acts that may end an offer need. */
export type OfferContext = { zone: string; allowedRoles: readonly StaffRole[]; clock: () => Date; notify: Notify };

/** Who is told what about a reservation. */
export type News = { what: ReservationNews; to: readonly string[]; by?: string; message?: string | null };

/** News about a reservation as events. */
export const eventsAbout = (reservation: string, news: readonly News[]): NotificationEvent[] =>
  news.map((event) => ({ about: 'reservation', reservation, ...event }));

/** Schedules the end of an offer, unless it is scheduled. */
export function scheduleEnd(trx: Trx, { id, deadline }: { id: string; deadline: Date | string }): Promise<void> {
  return scheduleTask(trx, { kind: endOffer, subject: id, due: new Date(deadline) });
}

/** Opens an offer, which ends at its deadline. */
export async function openOffer(
  trx: Trx,
  offer: Omit<Insertable<Tables['reservation_offers']>, 'id'>,
  interpreters: readonly string[],
  exceptions: readonly LanguageException[] = [],
): Promise<void> {
  const id = randomId();
  await insertOffer(trx, { ...offer, id }, interpreters, exceptions);
  await scheduleEnd(trx, { id, deadline: offer.deadline });
}

/** The news about the end of an offer that a change of its reservation brings; null: it stays open. */
export function offerEnd(before: ReservationRow, after: ReservationRow): ReservationNews | null {
  if (before.offer_id === null || before.offer_id !== after.offer_id) return null;
  if (after.status !== 'pending' && after.status !== 'approved') return 'offer_withdrawn';
  if (!isShort(after)) return 'offer_taken';
  if (before.status !== after.status) return 'offer_withdrawn';
  return changesAccepted(before, after) ? 'offer_changed' : null;
}

/** The interpreters who could take a reservation and are not listed with it, the best first. */
async function othersFor(trx: Trx, row: ReservationRow, when: { now: Date; zone: string }): Promise<string[]> {
  const candidates = await candidatesFor(trx, row, when);
  const listed = new Set(row.interpreters.map(({ id }) => id));
  return candidates.flatMap(({ interpreter, group }) =>
    group === 'ready' && !listed.has(interpreter) ? interpreter : [],
  );
}

/**
 * Ends an offer that leaves its reservation short of people. It is then offered to everybody else who could take it, if
 * the planner said so. Returns the news: planners are told either way.
 * @param message what the last interpreter said who declined
 */
export async function passOn(
  { zone, allowedRoles, clock }: OfferContext,
  trx: Trx,
  row: ReservationRow,
  message: string | null = null,
): Promise<News[]> {
  const now = clock();
  const without = await deleteOffers(trx, [row.id]);
  const others = row.offer_next === 'everybody' && row.starts > now ? await othersFor(trx, row, { now, zone }) : [];
  if (others.length > 0)
    await openOffer(
      trx,
      {
        reservation_id: row.id,
        deadline: suggestedDeadline(now, row.starts),
        approves: row.offer_approves === true,
        next: 'planners',
        message: row.offer_message,
        made: now,
        made_by: row.offer_made_by,
      },
      others,
    );
  const planners = await plannersOf(trx, allowedRoles, now);
  return [
    { what: 'offer_ended', to: without.map(({ interpreter_id }) => interpreter_id) },
    { what: 'offered', to: others, message: row.offer_message },
    { what: others.length > 0 ? 'offer_widened' : 'offer_over', to: planners, message },
  ];
}

/**
 * Ends the open offer of a reservation if an act has filled, changed or ended it, or left nobody who could accept. Returns
 * the news.
 */
export async function followOffer(
  needs: OfferContext,
  trx: Trx,
  { before, after }: { before: ReservationRow; after: ReservationRow },
): Promise<News[]> {
  const what = offerEnd(before, after);
  if (what) {
    const without = await deleteOffers(trx, [after.id]);
    return [{ what, to: without.map(({ interpreter_id }) => interpreter_id) }];
  }
  return after.offer_id !== null && offeredIn(after).length === 0 ? passOn(needs, trx, after) : [];
}

/** Ends the offers whose people are all deleted or inactive: the worker takes them at once instead of at their deadline. */
export async function endWithoutPeople(trx: Trx, now: Date): Promise<void> {
  await sql`
    update tasks set due = ${now}::timestamptz
    from reservation_offers offer join reservations on reservations.id = offer.reservation_id
    where tasks.kind = ${endOffer} and tasks.subject_id = offer.id and tasks.state = 'waiting'
      and not exists (
        select from reservation_interpreters offered join users on users.id = offered.interpreter_id
        where offered.reservation_id = offer.reservation_id and offered.response = 'offered'
          and is_active_interpreter(users, offer.deadline, reservations.ends)
      )`.execute(trx);
}

/** Ends offers at their deadline, or when nobody is left to accept them. */
export function offerWork(needs: OfferContext): Work<null> {
  return {
    begin: async (trx, offer) => (await reservationOfOffer(trx, offer)) !== undefined,
    run: async () => null,
    finish: async (trx, offer) => {
      const id = await reservationOfOffer(trx, offer);
      const listed = id === undefined ? undefined : await findReservation(trx, id);
      if (!listed) return;
      await lockInterpreters(
        trx,
        listed.interpreters.map((interpreter) => interpreter.id),
      );
      const row = await lockReservation(trx, listed.id);
      // Somebody has accepted meanwhile, or a planner has withdrawn it.
      if (row?.offer_id !== offer) return;
      await setAuditContext(trx, { request: { id: 'worker', session: null }, now: needs.clock(), act: endOffer });
      await updateReservation(trx, row.id, {});
      await needs.notify(trx, null, eventsAbout(row.id, await passOn(needs, trx, row)));
    },
    // It stays open, but nobody can accept it after its deadline; planners see both.
    giveUp: async () => undefined,
  };
}
