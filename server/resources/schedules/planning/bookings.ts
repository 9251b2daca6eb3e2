import type { FastifyRequest } from 'fastify';
import type { BookingDecision } from '../../../../contract/bookingDecisions.ts';
import type { TakenBookings } from '../../../../contract/coverage.ts';
import { writes } from '../../../../contract/permissions.ts';
import { takesPart } from '../../../../contract/reservationRules.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';
import { ApiProblem } from '../../../problem.ts';
import { applyDecisions, type Taken } from '../../reservations/decisions.ts';
import { presentTaken } from '../../reservations/taken.ts';
import { findReservations } from '../../reservations/repository.ts';
import { approvedOn } from '../repository.ts';
import type { Context } from './context.ts';
import { assertUnreserved } from './obstacles.ts';

/** Carries what a change of shifts takes away out of its transaction, which the throw rolls back. */
class Foreseen extends Error {
  readonly bookings: TakenBookings;

  constructor(bookings: TakenBookings) {
    super('foreseen');
    this.bookings = bookings;
  }
}

/** The reservations that a change of shifts would take somebody from, from a dry run of the change itself. */
export async function foresee(
  context: Context,
  change: (context: Context) => Promise<unknown>,
): Promise<TakenBookings> {
  try {
    await change({ ...context, foresees: true });
  } catch (error) {
    if (error instanceof Foreseen) return error.bookings;
    throw error;
  }
  return [];
}

type Reserved = Awaited<ReturnType<typeof approvedOn>>;

/** Those of some reservations that the interpreters of changed shifts cannot take any more. */
async function takenAmong(trx: Trx, reserved: Reserved): Promise<Taken[]> {
  const holders = new Map(reserved.map(({ id, people }) => [id, people]));
  const rows = await findReservations(trx, [...holders.keys()]);
  return rows.flatMap((row) => {
    const people = row.interpreters
      .filter((member) => takesPart(member) && member.obstacle !== null && holders.get(row.id)?.includes(member.id))
      .map(({ id }) => id);
    return people.length > 0 ? { row, people } : [];
  });
}

/** The shifts of a change, and the decisions of a planner on their approved reservations. */
type Change = {
  shifts: readonly string[];
  /** Reservations that end until then are not affected; by default all are. */
  after?: Date | null;
  /** Undefined: an approved reservation prevents the change (R179). */
  decisions: readonly BookingDecision[] | undefined;
};

/**
 * Changes shifts, and applies the decisions on the approved reservations that lose somebody by it. Returns the result, and
 * the news about the reservations. The time of everybody concerned is locked.
 * @throws ApiProblem shift_reserved with the reservations in the way; forbidden if somebody decides who does not plan
 */
export async function changeReserved<Result>(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  { shifts, after = null, decisions }: Change,
  change: () => Promise<Result>,
): Promise<{ result: Result; news: NotificationEvent[] }> {
  const { clock, foresees, timeZone: zone, reservations } = context;
  if (!decisions && !foresees) {
    await assertUnreserved(trx, shifts, after);
    return { result: await change(), news: [] };
  }
  const { person } = sessionOf(request);
  if (!writes('reservations', person)) throw new ApiProblem('forbidden', { errors: { decisions: ['forbidden'] } });
  const now = clock();
  const reserved = await approvedOn(trx, shifts, after);
  const result = await change();
  const taken = await takenAmong(trx, reserved);
  if (foresees)
    throw new Foreseen(await presentTaken({ reservations, zone }, trx, taken, { person, now, isPlanner: true }));
  const news = await applyDecisions(
    { ...context, zone },
    trx,
    { request, now },
    {
      taken,
      decisions: decisions ?? [],
      refusal: 'shift_reserved',
    },
  );
  return { result, news };
}
