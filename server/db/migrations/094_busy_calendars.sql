-- previous release: yes
-- Calendars that people have elsewhere, and the times at which they are away according to them.
create table busy_calendars (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  user_id text not null references users (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('leave', 'busy')),
  -- The host of the address, which pages show. The address itself is a secret: encrypted with a key of its own.
  host text not null,
  sealed_address bytea not null,
  key_id text not null,
  data_key bytea not null,
  created timestamptz not null,
  -- When it is read next: a task of the leased queue.
  due timestamptz not null,
  tries integer not null default 0,
  -- The last time that it was read, and that its events were computed: their range moves with every day.
  read timestamptz not null,
  computed timestamptz not null,
  etag text,
  -- Why it cannot be read, since when, and whether its owner was told.
  failure text,
  failing_since timestamptz,
  is_told boolean not null default false,
  check ((failure is null) = (failing_since is null))
);
create index busy_calendars_user on busy_calendars (user_id);
create index busy_calendars_due on busy_calendars (due);
create index busy_calendars_key on busy_calendars (key_id);

-- Times without titles, places or people. Those of one calendar do not overlap.
create table busy_times (
  calendar_id text not null references busy_calendars (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  starts timestamptz not null,
  ends timestamptz not null,
  primary key (calendar_id, starts),
  check (starts < ends)
);
create index busy_times_user on busy_times (user_id, ends);

-- Managers and the person hear of other times: they are part of the calendar.
call announce_changes('busy_times', 'calendar', 'changed.calendar_id', 'array[changed.user_id]');

-- A suspension and a withdrawn approval end them, as they end calendar feeds (migration 084).
create or replace function end_calendar_feeds() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where user_id = new.id;
  delete from busy_calendars where user_id = new.id;
  return null;
end $$;
