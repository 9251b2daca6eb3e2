-- Four hundred interpreters, each with one shift or two on each weekday of six weeks from a Monday, and a booking in each shift: three thousand
-- of both in a week.
delete from shifts;
delete from schedules;

insert into users (id, email, first_name, last_name, role, approval_status, created, languages)
select 'abc' || lpad(to_hex(n), 21, '0'), 'more' || n || '@example.org', 'Interpreter', 'Number ' || n, 'interpreter', 'approved', now(), '{}'
from generate_series(1, 400 - (select count(*)::int from users where role = 'interpreter' and approval_status = 'approved')) n;

create temporary table planned as
select 'd' || lpad(to_hex(person.n * 16 + slot), 23, '0') as id, person.id as interpreter_id, person.n, slot,
  lpad((8 + slot * 5)::text, 2, '0') || ':00' as time_from, lpad((12 + slot * 5)::text, 2, '0') || ':00' as time_to,
  slot = 1 and person.n % 3 = 0 as is_site
from (
  select id, (row_number() over (order by id))::int - 1 as n
  from users where role = 'interpreter' and approval_status = 'approved'
) person, generate_series(0, 1) slot
where slot = 0 or person.n % 2 = 0;

insert into schedules (id, interpreter_id, zone, first_day, last_day, repeat, time_from, time_to, location_type, address, travel_time,
  request_type, communication_type, allow_reservations, emergency, source, created)
select id, interpreter_id, '{zone}', '{monday}', date '{monday}' + 41, 'weekdays', time_from, time_to,
  case when is_site then 'site' else 'remote' end, case when is_site then '1 Long Street' end, case when is_site then 15 else 0 end,
  case when is_site then 'live' else 'online' end, 'interpretation', true, (n + slot) % 11 = 0,
  case when (n + slot) % 13 = 5 then 'external' else 'platform' end, now()
from planned;

insert into shifts (id, schedule_id, interpreter_id, zone, day, series_day, time_from, time_to, starts, ends, occupied, location_type,
  address, travel_time, request_type, communication_type, allow_reservations, emergency, state)
select 'e' || lpad(to_hex((planned.n * 16 + planned.slot) * 64 + later), 23, '0'), schedules.id, schedules.interpreter_id, '{zone}', day, day,
  schedules.time_from, schedules.time_to, starts, ends,
  tstzrange(starts - travel_time * interval '1 minute', ends + travel_time * interval '1 minute'), location_type, address, travel_time,
  request_type, communication_type, allow_reservations, emergency, 'enabled'
from planned join schedules using (id), generate_series(0, 41) later, lateral (
  select date '{monday}' + later as day, (date '{monday}' + later + schedules.time_from::time) at time zone '{zone}' as starts,
    (date '{monday}' + later + schedules.time_to::time) at time zone '{zone}' as ends
) at
where later % 7 < 5;

insert into reservations (id, name, status, starts, ends, location_type, address, created)
select 'f' || substr(id, 2), 'Visit', 'approved', starts + interval '1 hour', starts + interval '2 hours', location_type, address, now()
from shifts;
insert into reservation_interpreters (reservation_id, interpreter_id)
select 'f' || substr(id, 2), interpreter_id from shifts;
analyze users, schedules, shifts, reservations, reservation_interpreters;
