-- previous release: no
-- Coverage of reservations, defined once: whether an interpreter can take a reservation, and why not.

alter table reservations add column interpreters_needed integer not null default 1 check (interpreters_needed between 1 and 10);

-- Reservations that have a team already ask for that team. This is no act of a person: it writes no audit entry and no version.
alter table reservations disable trigger user;
update reservations set interpreters_needed = team.size
from (
  select reservation_id, least(count(*), 10)::integer as size from reservation_interpreters group by reservation_id having count(*) > 1
) as team
where team.reservation_id = reservations.id;
alter table reservations enable trigger user;

create index reservations_approved_ends on reservations (ends) where status = 'approved';

-- Two addresses are the same place when they differ only in case and spaces.
create function place_key(address text) returns text language sql immutable as $$
  select lower(regexp_replace(address, '\s', '', 'g'))
$$;

-- Whether somebody may work as an interpreter for the whole of a time.
create function is_active_interpreter(person users, begins timestamptz, finishes timestamptz) returns boolean language sql stable as $$
  select person.role = 'interpreter'
    and person.approval_status = 'approved'
    and (person.suspended_at is null or person.suspended_at >= finishes or coalesce(person.suspension_expires <= begins, false))
$$;

-- Whether a shift can carry (a part of) a reservation of a time, place and kind. No shift is longer than a day of 25 hours.
create function is_reservable(shift shifts, begins timestamptz, finishes timestamptz, place text, kind text) returns boolean language sql stable as $$
  select shift.starts < finishes
    and shift.starts > begins - interval '26 hours'
    and shift.ends > begins
    and shift.state = 'enabled'
    and shift.allow_reservations
    and shift.location_type = place
    and shift.communication_type in (kind, 'both')
$$;

-- The longest way, one way in minutes, of the on-site shifts that a time lies in.
create function travel_minutes(person text, begins timestamptz, finishes timestamptz) returns integer language sql stable as $$
  select coalesce(max(travel_time), 0) from shifts
  where interpreter_id = person
    and starts < finishes and starts > begins - interval '26 hours' and ends > begins
    and state <> 'disabled' and location_type = 'site'
$$;

-- What coverage of a reservation by a person depends on. Functions that return a table become part of the query that calls them.
-- `besides` is the reservation itself, which is not in its own way. No way is longer than 480 minutes (shifts.travel_time).
create function coverage_facts(
  person users, begins timestamptz, finishes timestamptz, place text, at_address text, kind text, besides text
) returns table (is_active boolean, is_in_shift boolean, is_booked boolean, is_too_far boolean) language sql stable as $$
  select
    is_active_interpreter(person, begins, finishes),
    coalesce((
      select range_agg(tstzrange(shifts.starts, shifts.ends)) @> tstzrange(begins, finishes) from shifts
      where shifts.interpreter_id = person.id and is_reservable(shifts, begins, finishes, place, kind)
    ), false),
    exists (
      select from reservation_interpreters booked
      where booked.interpreter_id = person.id
        and booked.period && tstzrange(begins, finishes)
        and booked.reservation_id is distinct from besides
    ),
    place = 'site' and exists (
      select from reservation_interpreters booked
      join reservations other on other.id = booked.reservation_id
      where booked.interpreter_id = person.id
        and booked.period && tstzrange(begins - interval '8 hours', finishes + interval '8 hours')
        and booked.reservation_id is distinct from besides
        and other.location_type = 'site'
        and place_key(other.address) is distinct from place_key(at_address)
        and greatest(begins - other.ends, other.starts - finishes) < make_interval(mins => greatest(
          travel_minutes(person.id, begins, finishes), travel_minutes(person.id, other.starts, other.ends)))
    )
$$;

-- Why a person does not cover a reservation, the first reason that applies; null: they do.
create function coverage_obstacle(
  person users, begins timestamptz, finishes timestamptz, place text, at_address text, kind text, besides text
) returns table (obstacle text) language sql stable as $$
  select case
    when not is_active then 'inactive'
    when not is_in_shift then 'no_shift'
    when is_booked then 'booked'
    when is_too_far then 'travel'
  end
  from coverage_facts(person, begins, finishes, place, at_address, kind, besides)
$$;

-- What each obstacle is called as a constraint.
create function refuse_coverage(reservation text, obstacle text) returns void language plpgsql as $$
begin
  raise exception 'reservation % is not covered: %', reservation, coalesce(obstacle, 'too few interpreters') using
    errcode = '23514',
    constraint = case obstacle
      when 'inactive' then 'reservations_active'
      when 'travel' then 'reservations_travel'
      when 'booked' then 'reservation_interpreters_one_place'
      else 'reservations_in_shift'
    end;
end $$;

-- A reservation that becomes approved, or changes while it is, is covered, whoever writes it.
create or replace function check_reservation() returns trigger language plpgsql as $$
declare
  reservation reservations;
  assigned integer;
  missing text;
begin
  select * into reservation from reservations where id = new.id;
  if reservation.status is distinct from 'approved' then
    return null;
  end if;
  perform lock_interpreters(array(select interpreter_id from reservation_interpreters where reservation_id = reservation.id));
  select count(*), max(found.obstacle) into assigned, missing
  from reservation_interpreters team
  join users on users.id = team.interpreter_id
  cross join lateral coverage_obstacle(
    users, reservation.starts, reservation.ends, reservation.location_type, reservation.address, reservation.service_kind, reservation.id
  ) as found
  where team.reservation_id = reservation.id;
  if missing is not null or assigned < reservation.interpreters_needed then
    perform refuse_coverage(reservation.id, missing);
  end if;
  return null;
end $$;

-- Whoever is added to an approved reservation covers it. The team may still be too small: then it is listed as not covered.
create function check_team_member() returns trigger language plpgsql as $$
declare
  missing text;
begin
  perform lock_interpreters(array[new.interpreter_id]);
  select found.obstacle into missing
  from reservations
  join reservation_interpreters team on team.reservation_id = reservations.id and team.interpreter_id = new.interpreter_id
  join users on users.id = team.interpreter_id
  cross join lateral coverage_obstacle(
    users, reservations.starts, reservations.ends, reservations.location_type, reservations.address, reservations.service_kind, reservations.id
  ) as found
  where reservations.id = new.reservation_id and reservations.status = 'approved';
  if missing is not null then
    perform refuse_coverage(new.reservation_id, missing);
  end if;
  return null;
end $$;

drop trigger reservations_in_shift_new on reservations;
drop trigger reservations_in_shift on reservations;
drop trigger reservation_interpreters_in_shift on reservation_interpreters;
create constraint trigger reservations_covered_new after insert on reservations
deferrable initially deferred for each row when (new.status = 'approved')
execute function check_reservation();
create constraint trigger reservations_covered after update on reservations
deferrable initially deferred for each row when (
  new.status = 'approved' and
  (old.status, old.starts, old.ends, old.location_type, old.address, old.service_kind, old.interpreters_needed)
    is distinct from (new.status, new.starts, new.ends, new.location_type, new.address, new.service_kind, new.interpreters_needed)
)
execute function check_reservation();
create constraint trigger reservation_interpreters_covering after insert or update of interpreter_id on reservation_interpreters
deferrable initially deferred for each row execute function check_team_member();

drop function covering_shift(text, timestamptz, timestamptz, text, text);
drop function shift_covers(shifts, timestamptz, timestamptz, text, text);
