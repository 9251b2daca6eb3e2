import type { Kysely } from 'kysely';
import type { FreeInterpreter, FreeInterpretersQuery } from '../../../contract/reservations.ts';
import type { Tables } from '../../db/tables.ts';
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

/**
 * The candidates for a time, the best first, and the time as they were looked for.
 * @param named only these interpreters, also if they take part
 */
export async function rankedCandidates(
  db: Kysely<Tables>,
  { from, to, location_type = 'remote', service_kind = 'interpretation', ...asked }: Asked,
  { now, zone }: { now: Date; zone: string },
  named: readonly string[] | null = null,
): Promise<{ time: FreeTime; candidates: FreeInterpreter[] }> {
  const day = dayAt(from, zone);
  const monday = addDays(day, 1 - weekday(day));
  const time = {
    from,
    to,
    week: { from: instantAt(monday, '00:00', zone), to: instantAt(addDays(monday, 7), '00:00', zone) },
    location_type,
    service_kind,
    address: asked.address ?? null,
    languages: asked.languages ?? [],
    customer: asked.customer ?? null,
    partner: asked.partner ?? null,
    reservation: asked.reservation,
    now,
    since: instantAt(addDays(dayAt(now, zone), -aYear), '00:00', zone),
  };
  const rows = await findCandidates(db, time, named);
  const wish = { isSite: location_type === 'site', languages: time.languages };
  return { time, candidates: rows.map((row) => ranked(row, wish)).toSorted(byScore) };
}

/** The candidates for a reservation, the best first: all who do not take part, also those who cannot take it. */
export async function candidatesFor(
  db: Kysely<Tables>,
  row: ReservationRow,
  when: { now: Date; zone: string },
): Promise<FreeInterpreter[]> {
  const { location_type, service_kind, languages, address, starts: from, ends: to } = row;
  const asked = { location_type, service_kind, languages, address, from, to };
  const { customer_id: customer, partner_id: partner, id: reservation } = row;
  const { candidates } = await rankedCandidates(db, { ...asked, customer, partner, reservation }, when);
  return candidates;
}
