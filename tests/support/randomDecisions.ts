import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import type { TakenBookings } from '../../contract/coverage.ts';
import type { Calls } from './calls.ts';

export type Answer = Awaited<ReturnType<Calls['get']>>;

/** What the random acts of planners use of the game that they are part of. */
export type Game = {
  any: <Item>(items: readonly Item[]) => Item;
  planners: readonly Calls[];
  interpreters: readonly { id: string; calls: Calls }[];
  /** Counts an act. Returns whether it was done. */
  succeeds: (act: string, answer: Answer) => boolean;
  /** Sends decisions that may tell the customers of these bookings about other interpreters. Returns whether they were accepted. */
  reassign: (bookings: readonly string[], send: () => Promise<boolean>) => Promise<boolean>;
};

/** A random act, and its share of all. */
export type Move = [share: number, act: () => Promise<void>];

/** Sends an act with a random decision on each booking that it takes somebody from. */
export async function decide(
  { any, succeeds, reassign }: Game,
  act: string,
  bookings: TakenBookings,
  send: (decisions: BookingDecision[]) => Promise<Answer>,
): Promise<void> {
  const decisions = bookings.map(({ reservation, replacement }): BookingDecision => {
    const outcome = any(['replace', 'replace', 'short', 'keep'] as const);
    if (outcome !== 'replace') return { reservation: reservation.id, outcome };
    if (!replacement) return { reservation: reservation.id, outcome: 'short' };
    return { reservation: reservation.id, outcome, interpreter: replacement.interpreter };
  });
  const changed = decisions.flatMap(({ reservation, outcome }) => (outcome === 'keep' ? [] : reservation));
  await reassign(changed, async () => succeeds(act, await send(decisions)));
}
