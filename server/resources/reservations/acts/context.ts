import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { reservationActs } from '../../../../contract/acts.ts';
import type { Flags } from '../../../../contract/flags.ts';
import { reach } from '../../../../contract/permissions.ts';
import { reservationRefusal } from '../../../../contract/reservationRules.ts';
import type { Reservation } from '../../../../contract/reservations.ts';
import { requireMatch, respectMatch } from '../../../collection/etag.ts';
import { found } from '../../../collection/found.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Files } from '../../../files/files.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { ReservationNews } from '../../../notifications/events.ts';
import type { Notify } from '../../../notifications/notifications.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { filesOfRecords } from '../../files/repository.ts';
import { withInterpreters } from '../../schedules/repository.ts';
import { findReservation, lockReservation, type ReservationRow } from '../repository.ts';
import { reservationOnWire, subjectOf } from '../wire.ts';

/** What every act on reservations works with. */
export type Context = {
  flags: Flags;
  /** The deployment’s time zone. */
  zone: string;
  db: Kysely<Tables>;
  clock: () => Date;
  notify: Notify;
  files: Files;
};

type Act = (typeof reservationActs)[number];

/** The id that a person’s reading is limited to, or null. */
export function ownOf({ id, role }: Person): string | null {
  return reach('reservations', role) === 'own' ? id : null;
}

export const idsOf = ({ interpreters }: Pick<ReservationRow, 'interpreters'>): string[] =>
  interpreters.map(({ id }) => id);

/** Its customer as a list, which is empty where it has none. */
export const customerOf = ({ customer_id }: Pick<ReservationRow, 'customer_id'>): string[] =>
  customer_id ? [customer_id] : [];

/** Reservations as the wire has them, for one person. Inside a transaction give that. */
export async function presentAll(
  { files, clock, zone }: Context,
  on: Kysely<Tables>,
  rows: readonly ReservationRow[],
  person: Person,
): Promise<Reservation[]> {
  const ids = rows.filter(({ has_files }) => has_files).map(({ id }) => id);
  const attached = await filesOfRecords(on, 'reservations', ids);
  const fileOnWire = await files.presenter(person, on);
  const now = clock();
  return rows.map((row) =>
    reservationOnWire(row, { person, now, zone, files: (attached.get(row.id) ?? []).map(fileOnWire) }),
  );
}

/** One reservation as the wire has it, for one person. */
export async function present(
  context: Context,
  on: Kysely<Tables>,
  row: ReservationRow,
  person: Person,
): Promise<Reservation> {
  return found((await presentAll(context, on, [row], person))[0]);
}

/** A reservation as it is now. */
export async function reread(trx: Trx, id: string): Promise<ReservationRow> {
  return found(await findReservation(trx, id));
}

/** Notifies people about a reservation as it is now. */
export function tell(
  { notify }: Context,
  trx: Trx,
  { person, id }: { person: Person; id: string },
  told: readonly { what: ReservationNews; to: readonly string[]; by?: string; message?: string | null }[],
): Promise<void> {
  return notify(
    trx,
    person.id,
    told.map((one) => ({ about: 'reservation', reservation: id, ...one })),
  );
}

type ChangeOptions = {
  act: Act;
  /** Interpreters who are to come: their time is locked as well. */
  others?: readonly string[];
  /** Whether the audit trail has a name of its own for the act. */
  isNamed?: boolean;
  /** Whether it may go without `If-Match`. */
  isFree?: boolean;
};

type Run = (trx: Trx, row: ReservationRow, person: Person) => Promise<void>;

/**
 * Runs one act on a reservation, with the time of its interpreters and its row locked. Answers it as it is afterwards; null:
 * it is deleted.
 * @throws ApiProblem with why the act may not be
 */
export async function changeIfThere(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, others = [], isNamed = true, isFree = act !== 'update' }: ChangeOptions,
  run: Run,
): Promise<Reservation | null> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const people = idsOf(found(await findReservation(db, id)));
  const caller = { request, now: clock(), ...(isNamed ? { act } : {}) };
  return withInterpreters(db, caller, [...people, ...others], async (trx) => {
    const row = found(await lockReservation(trx, id));
    const refusal = reservationRefusal(act, person, subjectOf(row, clock()));
    if (refusal) throw new ApiProblem(refusal);
    (isFree ? respectMatch : requireMatch)(request, row.version);
    // Somebody was assigned between the look and the locks: their time is not locked.
    if (idsOf(row).some((one) => !people.includes(one))) throw new ApiProblem('conflict');
    await run(trx, row, person);
    const after = await findReservation(trx, id);
    return after ? present(context, trx, after, person) : null;
  });
}

/** Runs one act that leaves a reservation there, and answers it as it is afterwards. @see changeIfThere */
export async function change(
  context: Context,
  request: FastifyRequest,
  id: string,
  options: ChangeOptions,
  run: Run,
): Promise<Reservation> {
  return found((await changeIfThere(context, request, id, options, run)) ?? undefined);
}
