import { takesPart } from './reservationRules.ts';
import type { Reservation, ReservationChanges } from './reservations.ts';

/** What interpreters accept: they are asked again when one changes. */
const acceptedTerms = ['date', 'time_from', 'time_to', 'type', 'address', 'service_kind'] as const;
/** What mails contain: people are told when one changes. */
const mailedTerms = ['name', 'date', 'time_from', 'time_to', 'type', 'address', 'link'] as const;

type Term = (typeof acceptedTerms)[number] | (typeof mailedTerms)[number] | 'customer';

/** Whom a change of a reservation concerns, as ids of users; nobody is in two lists. */
export type ToldByChange = {
  /** The interpreters who are asked again. */
  askedAgain: string[];
  /** The interpreters who are told only. */
  interpreters: string[];
  /** The interpreters to whom it was offered, and no longer is. */
  offered: string[];
  /** The customers who are told; if another person becomes the customer, the former one and, once it is approved, the new one. */
  customers: string[];
};

/**
 * Whom a change of a reservation asks again, and whom it tells: interpreters who take part, and customers.
 * @param changes as for `PATCH reservations/{id}/`: an omitted term stays, and a change to remote removes the address
 */
export function toldByChange(
  reservation: Pick<Reservation, Term | 'status'> & {
    interpreters: readonly Pick<Reservation['interpreters'][number], 'id' | 'response'>[];
  },
  changes: Pick<ReservationChanges, Term>,
): ToldByChange {
  const removesAddress = changes.type === 'remote' && reservation.type === 'site' && changes.address === undefined;
  const given = removesAddress ? { ...changes, address: null } : changes;
  const differs = (term: Term) => given[term] !== undefined && (given[term] || null) !== (reservation[term] || null);
  const { customer } = given;
  const isAnotherCustomer = differs('customer');
  const isAskedAgain = acceptedTerms.some(differs);
  const isMailed = mailedTerms.some(differs);
  const team = reservation.interpreters.filter(takesPart).map(({ id }) => id);
  const offered = reservation.interpreters.filter(({ response }) => response === 'offered').map(({ id }) => id);
  const coming = isAnotherCustomer && reservation.status === 'approved' ? [customer] : [];
  const customers = isAnotherCustomer || isMailed ? [reservation.customer, ...coming] : [];
  return {
    askedAgain: isAskedAgain ? team : [],
    offered: isAskedAgain ? offered : [],
    interpreters: !isAskedAgain && (isMailed || isAnotherCustomer) ? team : [],
    customers: customers.filter((id) => typeof id === 'string'),
  };
}
