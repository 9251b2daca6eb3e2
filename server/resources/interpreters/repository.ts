import { sql, type Kysely } from 'kysely';
import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import type { LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import { alphabetically } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Tables } from '../../db/tables.ts';

/** A free interpreter and the figures for the ranking. */
export type FreeRow = {
  id: string;
  name: string;
  languages: InterpretingLanguage[];
  /** The first shift that would contain a reservation, and its travel time in minutes; null without one. */
  shift: string | null;
  travel_time: number | null;
  /** Whether that shift is at the requested address. */
  is_at_address: boolean;
  /** Reserved minutes in the week. */
  load_minutes: number;
  /** Interpretations and reservations with the customer since `since`. */
  past_work: number;
};

/** A time to be free at, and the requirements. `reservation` itself does not count as an obstacle. */
export type FreeTime = {
  from: Date;
  to: Date;
  week: { from: Date; to: Date };
  location_type: LocationType;
  service_kind: ServiceKind;
  address: string | null;
  customer: string | null;
  reservation: string | null;
  now: Date;
  since: Date;
};

/**
 * The interpreters who are free at a time, by name: those who cover it (`coverage_facts`), and those who would with a
 * shift, because they have none at that time. One query; each interpreter costs a few index lookups.
 */
export async function findFree(
  db: Kysely<Tables>,
  { from, to, week, location_type, service_kind, address, customer, reservation, now, since }: FreeTime,
): Promise<FreeRow[]> {
  const asked = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`;
  const theWeek = sql`tstzrange(${week.from}::timestamptz, ${week.to}::timestamptz)`;
  const { rows } = await sql<FreeRow>`
    with past as (
      select interpreter_id, count(*)::int as times
      from (
        select interpreter_id from interpretations
        where customer_id = ${customer}::text and created >= ${since}::timestamptz and started is not null
        union all
        select person.interpreter_id from reservations
        join reservation_interpreters person on person.reservation_id = reservations.id and person.takes_part
        where reservations.customer_id = ${customer}::text and reservations.status = 'approved'
          and reservations.starts >= ${since}::timestamptz and reservations.ends <= ${now}::timestamptz
      ) as work
      where interpreter_id is not null
      group by interpreter_id
    )
    select users.id, ${personName('users')} as name, users.languages,
      cover.id as shift, cover.travel_time,
      coalesce(place_key(cover.address) = place_key(${address}::text), false) as is_at_address,
      coalesce((
        select sum(extract(epoch from upper(period * ${theWeek}) - lower(period * ${theWeek})))::int / 60
        from reservation_interpreters booked
        where booked.interpreter_id = users.id and booked.period && ${theWeek}
          and booked.reservation_id is distinct from ${reservation}::text
      ), 0) as load_minutes,
      coalesce(past.times, 0) as past_work
    from users
    cross join lateral coverage_facts(
      users, ${from}::timestamptz, ${to}::timestamptz, ${location_type}::text, ${address}::text, ${service_kind}::text,
      ${reservation}::text
    ) as facts
    left join lateral (
      select shifts.id, shifts.address, shifts.travel_time from shifts
      where shifts.interpreter_id = users.id and facts.is_in_shift
        and is_reservable(shifts, ${from}::timestamptz, ${to}::timestamptz, ${location_type}, ${service_kind})
      order by shifts.starts limit 1
    ) as cover on true
    left join past on past.interpreter_id = users.id
    where facts.is_active and not facts.is_booked and not facts.is_too_far
      and (facts.is_in_shift or not exists (
        select from shifts
        where shifts.interpreter_id = users.id and shifts.occupied && ${asked} and shifts.state <> 'disabled'
      ))
    order by ${alphabetically(sql`users.last_name`)}, ${alphabetically(sql`users.first_name`)}, users.id`.execute(db);
  return rows;
}
