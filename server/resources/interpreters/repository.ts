import { sql, type Kysely } from 'kysely';
import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import type { PreferenceOwner } from '../../../contract/preferenceNames.ts';
import type { CandidateGroup, CoverageObstacle, InterpreterResponse } from '../../../contract/reservations.ts';
import type { LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import { alphabetically } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Tables } from '../../db/tables.ts';

/** An interpreter, how near they are to taking it, and the figures for the ranking. */
export type CandidateRow = {
  id: string;
  name: string;
  group: CandidateGroup;
  obstacle: CoverageObstacle | null;
  /** Their answer to `reservation`; null if they have not been asked. */
  response: InterpreterResponse | null;
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
  /** Who prefers them. */
  preferred_by: PreferenceOwner | null;
};

/** A time to be free at, and the requirements. `reservation` itself does not count as an obstacle. */
export type FreeTime = {
  from: Date;
  to: Date;
  week: { from: Date; to: Date };
  location_type: LocationType;
  service_kind: ServiceKind;
  address: string | null;
  languages: readonly InterpretingLanguage[];
  customer: string | null;
  partner: string | null;
  reservation: string | null;
  now: Date;
  since: Date;
};

/**
 * All interpreters who do not take part in it, by name, with their group: those who cover it (`coverage_facts`), those who
 * would with a shift, because they have none at that time, and the others. One query; each interpreter costs a few index
 * lookups.
 * @param named only these interpreters, also if they take part
 */
export async function findCandidates(
  db: Kysely<Tables>,
  {
    from,
    to,
    week,
    location_type,
    service_kind,
    address,
    languages,
    customer,
    partner,
    reservation,
    now,
    since,
  }: FreeTime,
  named: readonly string[] | null,
): Promise<CandidateRow[]> {
  const asked = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`;
  const theWeek = sql`tstzrange(${week.from}::timestamptz, ${week.to}::timestamptz)`;
  const { rows } = await sql<CandidateRow>`
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
    select users.id, ${personName('users')} as name, users.languages, judged.obstacle, listed.response,
      case
        when judged.obstacle is null then 'ready'
        when judged.obstacle = 'no_shift' and not exists (
          select from shifts
          where shifts.interpreter_id = users.id and shifts.occupied && ${asked} and shifts.state <> 'disabled'
        ) then 'needs_shift'
        else 'impossible'
      end as group,
      cover.id as shift, cover.travel_time,
      coalesce(place_key(cover.address) = place_key(${address}::text), false) as is_at_address,
      coalesce((
        select sum(extract(epoch from upper(period * ${theWeek}) - lower(period * ${theWeek})))::int / 60
        from reservation_interpreters booked
        where booked.interpreter_id = users.id and booked.period && ${theWeek}
          and booked.reservation_id is distinct from ${reservation}::text
      ), 0) as load_minutes,
      coalesce(past.times, 0) as past_work,
      (
        select case when bool_or(customer_id is not null) then 'customer' when count(*) > 0 then 'partner' end
        from interpreter_preferences liked
        where liked.interpreter_id = users.id and liked.preference = 'preferred'
          and (liked.customer_id = ${customer}::text or liked.partner_id = ${partner}::text)
      ) as preferred_by
    from users
    cross join lateral coverage_facts(
      users, ${from}::timestamptz, ${to}::timestamptz, ${location_type}::text, ${address}::text, ${service_kind}::text,
      ${languages}::text[], ${customer}::text, ${partner}::text, ${reservation}::text
    ) as facts
    cross join lateral (
      select coalesce(
        first_obstacle(is_active, is_away, is_never_again, true, is_booked, is_too_far, is_without_language),
        first_obstacle(is_active, is_away, is_never_again, is_in_shift, is_booked, is_too_far, is_without_language)
      ) as obstacle
    ) as judged
    left join reservation_interpreters listed
      on listed.interpreter_id = users.id and listed.reservation_id = ${reservation}::text
    left join lateral (
      select shifts.id, shifts.address, shifts.travel_time from shifts
      where shifts.interpreter_id = users.id and facts.is_in_shift
        and is_reservable(shifts, ${from}::timestamptz, ${to}::timestamptz, ${location_type}, ${service_kind})
      order by shifts.starts limit 1
    ) as cover on true
    left join past on past.interpreter_id = users.id
    where users.role = 'interpreter'
      and case when ${named}::text[] is null then listed.takes_part is not true else users.id = any(${named}::text[]) end
    order by ${alphabetically(sql`users.last_name`)}, ${alphabetically(sql`users.first_name`)}, users.id`.execute(db);
  return rows;
}

/** A reservation or shift that keeps an interpreter from a time. */
export type Hindrance = {
  interpreter: string;
  kind: 'reservation' | 'shift';
  id: string;
  name: string | null;
  starts: Date;
  ends: Date;
};

/**
 * What keeps some interpreters from a time: of each the nearest other reservation at that time, or on site within reach of
 * the longest way, and the first shift at that time.
 */
export async function findHindrances(
  db: Kysely<Tables>,
  ids: readonly string[],
  { from, to, reservation }: Pick<FreeTime, 'from' | 'to' | 'reservation'>,
): Promise<Hindrance[]> {
  if (ids.length === 0) return [];
  const [begins, finishes] = [sql`${from}::timestamptz`, sql`${to}::timestamptz`];
  const { rows } = await sql<Hindrance>`
    select person.id as interpreter, found.* from unnest(${ids}::text[]) as person(id)
    cross join lateral (
      (select 'reservation' as kind, other.id, other.name, other.starts, other.ends
      from reservation_interpreters booked
      join reservations other on other.id = booked.reservation_id
      where booked.interpreter_id = person.id
        and booked.period && tstzrange(${begins} - interval '8 hours', ${finishes} + interval '8 hours')
        and booked.reservation_id is distinct from ${reservation}::text
        and (booked.period && tstzrange(${begins}, ${finishes}) or other.location_type = 'site')
      order by greatest(${begins} - other.ends, other.starts - ${finishes}) limit 1)
      union all
      (select 'shift', shifts.id, null, shifts.starts, shifts.ends from shifts
      where shifts.interpreter_id = person.id and shifts.state <> 'disabled'
        and shifts.occupied && tstzrange(${begins}, ${finishes})
      order by shifts.starts limit 1)
    ) as found`.execute(db);
  return rows;
}
