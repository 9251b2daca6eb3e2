import type { FastifyRequest } from 'fastify';
import type { reservationActs } from '../../../../contract/acts.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Flags } from '../../../../contract/flags.ts';
import type { StaffRole } from '../../../../contract/roles.ts';
import { readScope } from '../../../../contract/permissions.ts';
import { isShort, reservationRefusal } from '../../../../contract/reservationRules.ts';
import type { Reservation } from '../../../../contract/reservations.ts';
import { requireMatch, checkMatchIfGiven } from '../../../collection/etag.ts';
import { orNotFound } from '../../../collection/orNotFound.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Db } from '../../../db/tables.ts';
import type { Files } from '../../../files/files.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { Notify } from '../../../notifications/notifications.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { filesOfRecords } from '../../files/repository.ts';
import type { WorkingTime } from '../../../../tenants/inheritance.ts';
import { withInterpreters } from '../../schedules/repository.ts';
import { eventsAbout, followOffer, type News } from '../offers.ts';
import { coverableOf, findReservation, lockReservation, type ReservationRow, wasOffered } from '../repository.ts';
import { holdNews, readBefore, takeHeldNews } from '../undoRepository.ts';
import { isUnfilled, reservationOnWire, subjectOf, teamOf } from '../wire.ts';

/** The dependencies of acts on reservations. */
export type Context = {
  flags: Flags;
  /** The deployment’s time zone. */
  zone: string;
  /** The hours before an approved reservation until which its interpreters may hand it back. */
  handBackHours: number;
  /** The limits of the hours that interpreters work. */
  workingTime: WorkingTime;
  /** The roles that may sign in. */
  allowedRoles: readonly StaffRole[];
  /** How long planners may undo a decision, in milliseconds; 0: not at all. */
  undoTime: number;
  db: Db;
  clock: () => Date;
  notify: Notify;
  files: Files;
};

type Act = (typeof reservationActs)[number];

/** The user id that a person's read scope is limited to, or null. */
export function onlyInterpreterOf({ id, role }: Person): string | null {
  return readScope('reservations', role) === 'own' ? id : null;
}

/** The ids of all its interpreters, also of those who have declined or handed it back. */
export const listedIn = ({ interpreters }: Pick<ReservationRow, 'interpreters'>): string[] =>
  interpreters.map(({ id }) => id);

/** The ids of the interpreters who take part in it. */
export const idsOf = (row: Pick<ReservationRow, 'interpreters'>): string[] => teamOf(row).map(({ id }) => id);

/** Its customer as a list, empty without one. */
export const customerOf = ({ customer_id }: Pick<ReservationRow, 'customer_id'>): string[] =>
  customer_id ? [customer_id] : [];

/** Reservations as the API returns them to a person. Inside a transaction pass the transaction. */
export async function presentAll(
  { files, clock, zone, handBackHours }: Context,
  on: Db,
  rows: readonly ReservationRow[],
  person: Person,
): Promise<Reservation[]> {
  const ids = rows.filter(({ has_files }) => has_files).map(({ id }) => id);
  const attached = await filesOfRecords(on, 'reservations', ids);
  const fileOnWire = await files.presenter(person, on);
  const now = clock();
  // A separate query, sent only if a row needs it: within that of the list it cost a quarter of it (decision 280).
  const coverable = await coverableOf(
    on,
    rows.filter((row) => isUnfilled(row, now)).map(({ id }) => id),
  );
  return rows.map((row) =>
    reservationOnWire(row, {
      person,
      now,
      handBackHours,
      zone,
      files: (attached.get(row.id) ?? []).map(fileOnWire),
      isCoverable: coverable.has(row.id),
    }),
  );
}

/** One reservation as the API returns it to a person. */
export async function present(context: Context, on: Db, row: ReservationRow, person: Person): Promise<Reservation> {
  return orNotFound((await presentAll(context, on, [row], person))[0]);
}

/** The current state of a reservation. */
export async function readAgain(trx: Trx, id: string): Promise<ReservationRow> {
  return orNotFound(await findReservation(trx, id));
}

/** Notifies people about a reservation in its current state. @param who.person who acted, and is not notified */
export function notifyPeople(
  { notify }: Context,
  trx: Trx,
  { person, id }: { person: Person | null; id: string },
  news: readonly News[],
): Promise<void> {
  return notify(trx, person?.id ?? null, eventsAbout(id, news));
}

type ChangeOptions = {
  act: Act;
  /** Interpreters to be added: their time is locked as well. */
  others?: readonly string[];
  /** Whether the audit log has a name for the act. */
  isNamed?: boolean;
  /** Whether `If-Match` is optional. */
  isMatchOptional?: boolean;
};

/** The reason for a refusal. Who is not listed any more because an offer has ended is told how it ended. */
async function reasonOf(trx: Trx, row: ReservationRow, { id }: Person, refusal: ErrorCode): Promise<ErrorCode> {
  if (refusal !== 'not_found' || !(await wasOffered(trx, row.id, id))) return refusal;
  return isShort(row) ? 'offer_over' : 'offer_taken';
}

type Run = (trx: Trx, row: ReservationRow, person: Person) => Promise<void>;

/**
 * Runs one act on a reservation, with the time of its interpreters and its row locked. Returns its state afterwards;
 * null: deleted.
 * @throws ApiProblem if the act is refused
 */
export async function changeIfThere(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, others = [], isNamed = true, isMatchOptional = act !== 'update' }: ChangeOptions,
  run: Run,
): Promise<Reservation | null> {
  const { db, clock, handBackHours } = context;
  const { person } = sessionOf(request);
  const people = listedIn(orNotFound(await findReservation(db, id)));
  const caller = { request, now: clock(), act: isNamed ? act : undefined };
  return withInterpreters(db, caller, [...people, ...others], async (trx) => {
    const row = orNotFound(await lockReservation(trx, id));
    const refusal = reservationRefusal(act, person, subjectOf(row, { now: clock(), handBackHours }));
    if (refusal)
      throw new ApiProblem(await reasonOf(trx, row, person, refusal), { values: { hours: String(handBackHours) } });
    (isMatchOptional ? checkMatchIfGiven : requireMatch)(request, row.version);
    // An interpreter was assigned between reading and locking: their time is not locked.
    if (listedIn(row).some((interpreter) => !people.includes(interpreter))) throw new ApiProblem('conflict');
    // The last decision can no longer be undone: people read of it before they read of this act.
    for (const held of await takeHeldNews(trx, id, clock())) await context.notify(trx, held.person, held.news);
    await run(trx, row, person);
    const changed = await findReservation(trx, id);
    if (!changed) return null;
    await notifyPeople(context, trx, { person, id }, await followOffer(context, trx, { before: row, after: changed }));
    const after = await findReservation(trx, id);
    return after ? present(context, trx, after, person) : null;
  });
}

/** Runs one act that does not delete the reservation, and returns its state afterwards. @see changeIfThere */
export async function change(
  context: Context,
  request: FastifyRequest,
  id: string,
  options: ChangeOptions,
  run: Run,
): Promise<Reservation> {
  return orNotFound((await changeIfThere(context, request, id, options, run)) ?? undefined);
}

/**
 * Runs a decision of a planner that they may undo for some seconds (Q24): the news that it returns are held back as long.
 * @see change
 */
export function decide(
  context: Context,
  request: FastifyRequest,
  id: string,
  options: ChangeOptions,
  run: (trx: Trx, row: ReservationRow, person: Person) => Promise<News[]>,
): Promise<Reservation> {
  const { undoTime: time } = context;
  return change(context, request, id, options, async (trx, row, person) => {
    const before = await readBefore(trx, id);
    const decided = await run(trx, row, person);
    const news = [...decided, ...(await followOffer(context, trx, { before: row, after: await readAgain(trx, id) }))];
    if (time === 0) await notifyPeople(context, trx, { person, id }, news);
    else await holdNews(trx, id, { person: person.id, before, news: eventsAbout(id, news), time });
  });
}
