import { type ToldByChange, toldByChange } from '../../../contract/toldByChange.ts';
import type { ReservationNews } from '../../notifications/events.ts';
import type { ReservationRow } from './repository.ts';
import type { Terms } from './terms.ts';
import { termsOnWire } from './wire.ts';

/** A reservation before a change of its terms. */
export type Changed = Terms &
  Pick<ReservationRow, 'status'> & {
    interpreters: readonly Pick<ReservationRow['interpreters'][number], 'id' | 'response'>[];
  };

/** Whom a change of the terms of a reservation asks again and tells, and what they are told. */
export function newsOfChange(
  before: Changed,
  after: Terms,
  zone: string,
): { askedAgain: string[]; news: { what: ReservationNews; to: string[] }[] } {
  const { status, interpreters: team } = before;
  const concerned: ToldByChange = toldByChange(
    { ...termsOnWire(before, zone), status, interpreters: team },
    termsOnWire(after, zone),
  );
  const { askedAgain, interpreters, customers } = concerned;
  const isAnotherCustomer = before.customer_id !== after.customer_id;
  const [former, current] = [
    customers.filter((id) => id === before.customer_id),
    customers.filter((id) => id !== before.customer_id),
  ];
  const news: { what: ReservationNews; to: string[] }[] = [
    {
      what: status === 'approved' && askedAgain.length === 0 ? 'changed' : 'changed_asked',
      to: [...askedAgain, ...interpreters],
    },
    { what: isAnotherCustomer ? 'taken_off' : 'changed', to: former },
    { what: 'approved', to: current },
  ];
  return { askedAgain, news: news.filter(({ to }) => to.length > 0) };
}
