import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';

type Interpreters = Reservation['interpreters'];
type Person = { id: string; name: string };

const isOffered = ({ response }: Interpreters[number]) => response === 'offered';

/**
 * Whom an act of a planner on a reservation tells, each once. A decision, and any act on an approved one, concerns everybody who
 * takes part before or after it, and the customer; another interpreter for one that waits concerns those who come and go. Those to
 * whom it is no longer offered are told, too.
 * @param after the interpreters after the act; of one that ends it, none
 */
export function peopleTold(
  reservation: Reservation,
  after: Interpreters,
  { isDecision }: { isDecision: boolean },
): Person[] {
  const { interpreters: before, customer, customer_name, status } = reservation;
  const isForAll = isDecision || status === 'approved';
  const [was, is] = [before.filter(takesPart), after.filter(takesPart)];
  const isIn = (people: Interpreters, { id }: Person) => people.some((person) => person.id === id);
  const people = [
    ...is.filter((person) => isForAll || !isIn(was, person)),
    ...was.filter((person) => !isIn(is, person)),
    ...before.filter((person) => isOffered(person) && !isIn(after, person)),
  ];
  const concerned = customer && isForAll ? [...people, { id: customer, name: customer_name ?? '' }] : people;
  return concerned.map(({ id, name }) => ({ id, name }));
}
