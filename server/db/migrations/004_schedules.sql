-- previous release: yes
-- Schedules, their days, and what reserves them.

create extension if not exists btree_gist;

-- A series as it was entered: wall times in a zone. Its days are rows of shifts.
create table schedules (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  interpreter_id text not null references users (id) on delete cascade,
  zone text not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  repeat text not null check (repeat in ('once', 'weekdays', 'daily', 'weekly')),
  time_from text not null check (time_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_to text not null check (time_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  location_type text not null check (location_type in ('remote', 'site')),
  address text,
  travel_time integer not null check (travel_time between 0 and 480),
  request_type text not null check (request_type in ('online', 'live')),
  communication_type text not null check (communication_type in ('interpretation', 'transcription', 'both')),
  allow_reservations boolean not null,
  emergency boolean not null,
  source text not null check (source in ('external', 'platform')),
  -- Days taken out one by one; a later change of the series does not bring them back.
  days_out text[] not null default '{}',
  created timestamptz not null,
  check ((location_type = 'site') = (address is not null)),
  check (location_type = 'site' or travel_time = 0)
);
call make_collection('schedules', 'id');
create index schedules_interpreter on schedules (interpreter_id, first_day);

-- One day of a schedule. The instants are computed by the application; the database never reads a wall time.
create table shifts (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  schedule_id text not null references schedules (id) on delete cascade,
  interpreter_id text not null references users (id) on delete cascade,
  zone text not null,
  day date not null,
  time_from text not null,
  time_to text not null,
  starts timestamptz not null,
  ends timestamptz not null check (ends > starts),
  -- With the way there and back; half-open.
  occupied tstzrange not null check (occupied @> tstzrange(starts, ends) and lower_inc(occupied) and not upper_inc(occupied)),
  location_type text not null check (location_type in ('remote', 'site')),
  address text,
  travel_time integer not null check (travel_time between 0 and 480),
  request_type text not null check (request_type in ('online', 'live')),
  communication_type text not null check (communication_type in ('interpretation', 'transcription', 'both')),
  allow_reservations boolean not null,
  emergency boolean not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'completed')),
  -- Changed on its own: what the series becomes leaves this day alone.
  changed_alone boolean not null default false,
  check ((location_type = 'site') = (address is not null)),
  check (location_type = 'site' or travel_time = 0),
  constraint shifts_one_per_day unique (schedule_id, day) deferrable initially immediate,
  -- Nobody is in two places. Deferrable, so that the days of a series can move past each other.
  constraint shifts_one_place exclude using gist (interpreter_id with =, occupied with &&)
    where (state <> 'disabled') deferrable initially immediate
);
call make_collection('shifts', 'id');
create index shifts_starts on shifts (starts, id);
create index shifts_interpreter_starts on shifts (interpreter_id, starts);

create table reservations (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  starts timestamptz not null,
  ends timestamptz not null check (ends > starts),
  location_type text not null check (location_type in ('remote', 'site')),
  address text,
  link text,
  created timestamptz not null
);
call make_collection('reservations', 'id');
create index reservations_approved on reservations using gist (tstzrange(starts, ends)) where (status = 'approved');

create table reservation_interpreters (
  reservation_id text not null references reservations (id) on delete cascade,
  interpreter_id text not null references users (id) on delete cascade,
  primary key (reservation_id, interpreter_id)
);
create index reservation_interpreters_interpreter on reservation_interpreters (interpreter_id, reservation_id);

-- Whoever changes the time of people takes these first, in one order, so that nobody waits for somebody who waits for them.
create function lock_interpreters(ids text[]) returns void language plpgsql as $$
declare
  key integer;
begin
  for key in select distinct hashtext(id) from unnest(ids) as id order by 1 loop
    perform pg_advisory_xact_lock(7305202, key);
  end loop;
end $$;

-- An approved reservation stands on shifts of all its interpreters, whoever writes it. With the lock taken, no shift can be
-- moved away from under it meanwhile: those who change shifts take the same lock and then look for approved reservations.
create function check_reservation() returns trigger language plpgsql as $$
begin
  perform lock_interpreters(array(select interpreter_id from reservation_interpreters where reservation_id = new.id));
  if exists (
    select from reservation_interpreters person
    where person.reservation_id = new.id and not exists (
      select from shifts
      where shifts.interpreter_id = person.interpreter_id
        and shifts.state = 'enabled'
        and shifts.allow_reservations
        and shifts.starts <= new.starts
        and shifts.ends >= new.ends
    )
  ) then
    raise exception 'an interpreter has no shift for reservation %', new.id using errcode = '23514', constraint = 'reservations_in_shift';
  end if;
  return null;
end $$;

create constraint trigger reservations_in_shift after insert or update on reservations
deferrable initially deferred for each row when (new.status = 'approved')
execute function check_reservation();
