-- previous release: yes
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

-- A suspension and a withdrawn approval end the feeds of a person, whoever writes the row.
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
