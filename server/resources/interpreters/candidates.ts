import type { FreeInterpreter, FreeInterpretersQuery } from '../../../contract/reservations.ts';
import type { Db } from '../../db/tables.ts';
import { addDays, dayAt, instantAt, weekday } from '../../schedule/wallTime.ts';
import type { ReservationRow } from '../reservations/repository.ts';
import { byScore, ranked } from './ranking.ts';
import { findCandidates, type FreeTime } from './repository.ts';

/** How far back work with a customer counts, in days. */
const aYear = 365;

/** A time to be free at, and the requirements. The reservation itself is no obstacle. */
export type Asked = Pick<FreeInterpretersQuery, 'location_type' | 'service_kind' | 'languages'> & {
  from: Date;
  to: Date;
  address?: string | null;
  customer?: string | null;
  partner?: string | null;
  reservation: string | null;
};

/** The time as candidates are looked for, with its week from Monday. */
function timeOf(
  { from, to, location_type = 'remote', service_kind = 'interpretation', languages = [], ...asked }: Asked,
  zone: string,
): FreeTime {
  const day = dayAt(from, zone);
  const monday = addDays(day, 1 - weekday(day));
  const week = { from: instantAt(monday, '00:00', zone), to: instantAt(addDays(monday, 7), '00:00', zone) };
  const { address = null, customer = null, partner = null, reservation } = asked;
  return {
    begins: from,
    finishes: to,
    week,
    location_type,
    service_kind,
    address,
    languages,
    customer,
    partner,
    reservation,
  };
}

/**
 * The candidates for each of some times, the best first.
 * @param named only these interpreters, also if they take part
 */
async function rankedForAll(
  db: Db,
  asked: readonly Asked[],
  { now, zone }: { now: Date; zone: string },
  named: readonly string[] | null = null,
): Promise<FreeInterpreter[][]> {
  if (asked.length === 0) return [];
  const times = asked.map((reservation) => timeOf(reservation, zone));
  const since = instantAt(addDays(dayAt(now, zone), -aYear), '00:00', zone);
  const found = await findCandidates(db, times, { named, now, since });
  return found.map((rows, at) => {
    const { location_type, languages = [] } = asked[at] ?? {};
    return rows.map((row) => ranked(row, { isSite: location_type === 'site', languages })).toSorted(byScore);
  });
}

/** The candidates for a time, the best first. @see rankedForAll */
export async function rankedCandidates(
  db: Db,
  asked: Asked,
  when: { now: Date; zone: string },
  named: readonly string[] | null,
): Promise<FreeInterpreter[]> {
  const [candidates = []] = await rankedForAll(db, [asked], when, named);
  return candidates;
}

/** The candidates for each of some reservations, the best first: all who do not take part, also those who cannot take it. */
export function candidatesForAll(
  db: Db,
  rows: readonly ReservationRow[],
  when: { now: Date; zone: string },
): Promise<FreeInterpreter[][]> {
  const asked = rows.map(({ location_type, service_kind, languages, address, starts: from, ends: to, ...row }) => {
    const { customer_id: customer, partner_id: partner, id: reservation } = row;
    return { location_type, service_kind, languages, address, from, to, customer, partner, reservation };
  });
  return rankedForAll(db, asked, when);
}

/** The candidates for a reservation, the best first. @see candidatesForAll */
export async function candidatesFor(
  db: Db,
  row: ReservationRow,
  when: { now: Date; zone: string },
): Promise<FreeInterpreter[]> {
  const [candidates = []] = await candidatesForAll(db, [row], when);
  return candidates;
}
