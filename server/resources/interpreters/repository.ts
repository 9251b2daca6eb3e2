import { sql, type RawBuilder } from 'kysely';
import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import type { PreferenceOwner } from '../../../contract/preferenceNames.ts';
import type { CandidateGroup, CoverageObstacle, InterpreterResponse } from '../../../contract/reservations.ts';
import type { LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import { alphabetically } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db } from '../../db/tables.ts';

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
  begins: Date;
  finishes: Date;
  week: { from: Date; to: Date };
  location_type: LocationType;
  service_kind: ServiceKind;
  address: string | null;
  languages: readonly InterpretingLanguage[];
  customer: string | null;
  partner: string | null;
  reservation: string | null;
};

/** The seconds of a period that lie in another; null: none. */
const lengthIn = (period: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`extract(epoch from upper(${period} * ${whole}) - lower(${period} * ${whole}))`;

/** How often each interpreter has worked for the customers of `asked`, the times in `findCandidates`. */
const pastWork = (since: Date, now: Date) => sql`
  select customer_id, interpreter_id, count(*)::int as times
  from (
    select customer_id, interpreter_id from interpretations
    where customer_id in (select customer from asked) and created >= ${since}::timestamptz and started is not null
    union all
    select reservations.customer_id, person.interpreter_id from reservations
    join reservation_interpreters person on person.reservation_id = reservations.id and person.takes_part
    where reservations.customer_id in (select customer from asked) and reservations.status = 'approved'
      and reservations.starts >= ${since}::timestamptz and reservations.ends <= ${now}::timestamptz
  ) as work
  where interpreter_id is not null
  group by customer_id, interpreter_id`;

/** The seconds for which each interpreter is reserved in the weeks of `asked`. */
const workOfWeek = sql`
  select weeks.week, booked.interpreter_id, sum(${lengthIn(sql`booked.period`, sql`weeks.week`)}) as seconds
  from (select distinct week from asked) as weeks
  cross join users
  join reservation_interpreters booked on booked.interpreter_id = users.id and booked.period && weeks.week
  group by weeks.week, booked.interpreter_id`;

/**
 * For each time all interpreters who do not take part in it, by name, with their group: those who cover it (`coverage_facts`), those
 * who would with a shift, because they have none at that time, and the others. One query; each interpreter costs a few index
 * lookups.
 * @param options.named only these interpreters, also if they take part
 * @param options.since how far back work with the customer counts
 */
export async function findCandidates(
  db: Db,
  times: readonly FreeTime[],
  { named, now, since }: { named: readonly string[] | null; now: Date; since: Date },
): Promise<CandidateRow[][]> {
  const wanted = times.map(({ week, ...time }, at) => ({ ...time, at, week_from: week.from, week_to: week.to }));
  const { rows } = await sql<CandidateRow & { at: number }>`
    with asked as materialized (
      select *, tstzrange(begins, finishes) as period, tstzrange(week_from, week_to) as week
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as asked (
        at integer, begins timestamptz, finishes timestamptz, week_from timestamptz, week_to timestamptz, location_type text,
        service_kind text, address text, languages text[], customer text, partner text, reservation text)
    ), past as (
      ${pastWork(since, now)}
    ), work_of_week as (
      ${workOfWeek}
    ), preferred as (
      select asked.at, interpreter_id, case when bool_or(customer_id is not null) then 'customer' else 'partner' end as by
      from asked
      join interpreter_preferences liked
        on liked.preference = 'preferred' and (liked.customer_id = asked.customer or liked.partner_id = asked.partner)
      group by asked.at, interpreter_id
    )
    select asked.at, users.id, ${personName('users')} as name, users.languages, judged.obstacle, listed.response,
      case
        when judged.obstacle is null then 'ready'
        when judged.obstacle = 'no_shift' and not exists (
          select from shifts
          where shifts.interpreter_id = users.id and shifts.occupied && asked.period and shifts.state <> 'disabled'
        ) then 'needs_shift'
        else 'impossible'
      end as group,
      cover.id as shift, cover.travel_time,
      coalesce(place_key(cover.address) = place_key(asked.address), false) as is_at_address,
      (coalesce(work_of_week.seconds, 0) - coalesce(${lengthIn(sql`listed.period`, sql`asked.week`)}, 0))::int / 60 as load_minutes,
      coalesce(past.times, 0) as past_work, preferred.by as preferred_by
    from asked
    cross join users
    cross join lateral coverage_facts(
      users, asked.begins, asked.finishes, asked.location_type, asked.address, asked.service_kind, asked.languages, asked.customer,
      asked.partner, asked.reservation
    ) as facts
    cross join lateral (
      select coalesce(
        first_obstacle(is_active, is_away, is_never_again, true, is_booked, is_too_far, is_without_language),
        first_obstacle(true, false, false, is_in_shift, false, false, false)
      ) as obstacle
      -- Without it PostgreSQL would evaluate the facts anew for every use of the obstacle.
      offset 0
    ) as judged
    left join reservation_interpreters listed
      on listed.interpreter_id = users.id and listed.reservation_id = asked.reservation
    left join lateral (
      select shifts.id, shifts.address, shifts.travel_time from shifts
      where shifts.interpreter_id = users.id and facts.is_in_shift
        and is_reservable(shifts, asked.begins, asked.finishes, asked.location_type, asked.service_kind)
      order by shifts.starts limit 1
    ) as cover on true
    left join past on past.customer_id = asked.customer and past.interpreter_id = users.id
    left join work_of_week on work_of_week.week = asked.week and work_of_week.interpreter_id = users.id
    left join preferred on preferred.at = asked.at and preferred.interpreter_id = users.id
    where users.role = 'interpreter'
      and case when ${named}::text[] is null then listed.takes_part is not true else users.id = any(${named}::text[]) end
    order by ${alphabetically(sql`users.last_name`)}, ${alphabetically(sql`users.first_name`)}, users.id`.execute(db);
  const found = times.map<CandidateRow[]>(() => []);
  for (const { at, ...row } of rows) found[at]?.push(row);
  return found;
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
  db: Db,
  ids: readonly string[],
  { from, to, reservation }: { from: Date; to: Date; reservation: string | null },
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
