-- previous release: yes
-- Schedules of interpreters and their shifts.

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
  -- One way, in minutes.
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
call audit_changes('schedules', 'id');
call announce_changes('schedules', 'calendar', 'changed.id', 'array[changed.interpreter_id]');
create index schedules_interpreter on schedules (interpreter_id, first_day);
create index schedules_first_day on schedules (first_day, id);

-- One day of a schedule. The application computes the instants; the database never reads a wall time.
create table shifts (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  schedule_id text not null references schedules (id) on delete cascade,
  interpreter_id text not null references users (id) on delete cascade,
  zone text not null,
  -- The day of the series that it stands for, which stays when the shift itself moves to another date.
  series_day date not null,
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
  -- Changed on its own: a change of the series leaves it alone.
  changed_alone boolean not null default false,
  check ((location_type = 'site') = (address is not null)),
  check (location_type = 'site' or travel_time = 0),
  constraint shifts_one_per_day unique (schedule_id, series_day) deferrable initially immediate,
  -- Nobody is in two places. Deferrable, so that the days of a series can move past each other.
  constraint shifts_one_place exclude using gist (interpreter_id with =, occupied with &&)
    where (state <> 'disabled') deferrable initially immediate
);
call audit_changes('shifts', 'id');
call announce_changes('shifts', 'calendar', 'changed.id', 'array[changed.interpreter_id]');
create index shifts_starts on shifts (starts, id);
create index shifts_interpreter_starts on shifts (interpreter_id, starts);

-- Whoever changes the time of people takes these locks first, in one order, so that no two wait for each other.
create function lock_interpreters(ids text[]) returns void language plpgsql as $$
declare
  key integer;
begin
  for key in select distinct hashtext(id) from unnest(ids) as id order by 1 loop
    perform pg_advisory_xact_lock(7305202, key);
  end loop;
end $$;

-- Absences of interpreters. An absence deletes no shift and no reservation; coverage_facts does not count the absent interpreter.
create table absences (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  interpreter_id text not null references users (id) on delete cascade,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- Local times on the first and on the last day; null: the whole day.
  time_from text check (time_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_to text check (time_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  starts timestamptz not null,
  ends timestamptz not null check (ends > starts),
  -- Data about health. The audit log leaves out columns of these names.
  absence_kind text not null check (absence_kind in ('illness', 'leave', 'training', 'other')),
  absence_note text,
  state text not null check (state in ('reported', 'requested', 'approved', 'refused', 'taken_back')),
  created timestamptz not null
);
call audit_changes('absences', 'id');
call announce_changes('absences', 'absences', 'changed.id', 'array[changed.interpreter_id]');
create index absences_interpreter on absences (interpreter_id, ends);
create index absences_starts on absences (starts, id);

-- The absences in force of somebody during a time. A function that returns rows becomes part of the query that calls it.
create function absences_in_force(person text, begins timestamptz, finishes timestamptz) returns setof absences language sql stable as $$
  select * from absences
  where interpreter_id = person and starts < finishes and ends > begins and state in ('reported', 'approved')
$$;

-- Calendars that other programs subscribe to, each at an address with a secret.
create table calendar_feeds (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  user_id text not null references users (id) on delete cascade,
  -- SHA-256 of the secret, which is shown once.
  token_hash bytea not null unique,
  name text not null,
  covers text not null check (covers in ('own', 'department', 'all')),
  department_id text references departments (id) on delete cascade,
  created timestamptz not null,
  used timestamptz,
  check ((covers = 'department') = (department_id is not null))
);
create index calendar_feeds_user on calendar_feeds (user_id);
create index calendar_feeds_department on calendar_feeds (department_id) where department_id is not null;

-- A suspension and a withdrawn approval end the feeds of a person, whichever program writes the row.
create function end_calendar_feeds() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where user_id = new.id;
  return null;
end $$;
create trigger users_end_calendar_feeds after update on users for each row
when (
  (old.approval_status = 'approved' and new.approval_status <> 'approved')
  or (new.suspended_at is not null and old.suspended_at is distinct from new.suspended_at)
)
execute function end_calendar_feeds();
