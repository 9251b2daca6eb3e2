-- previous release: yes
-- People and their departments.

create table departments (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3)
);
call make_collection('departments', 'id');
create unique index departments_name on departments (lower(name));

create table users (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  -- The application writes it in lower case, so a plain unique index is enough.
  email text not null unique check (email = lower(email)),
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('interpreter', 'deaf', 'manager', 'owner', 'partner')),
  approval_status text not null default 'pending' check (approval_status in ('pending', 'approved', 'rejected')),
  -- The reason that a rejected person was told; null if none was given, or while they are not rejected.
  rejection_reason text,
  department_id text references departments (id) on delete set null,
  personal_number_last4 text check (personal_number_last4 ~ '^[0-9]{4}$'),
  phone text,
  social_registered boolean not null default false,
  -- Of the dashboard and mails. Null: the deployment's first language. The API accepts those of contract/languages.ts only, so that a new one
  -- needs no migration.
  language text,
  -- What they work with: ISO 639-3, spoken and sign languages in one.
  languages text[] not null default '{}',
  suspended_at timestamptz,
  suspension_reason text,
  -- Null with suspended_at: until somebody lifts it.
  suspension_expires timestamptz,
  -- When the organisation ended the access. The suspension is the organisation's if it began at this time: only then may a role lift it.
  access_ended timestamptz,
  -- Whether the person is, or has ever been, a manager or an owner: only owners change the e-mail of those. It stays true, so that nobody
  -- gets around it by taking the role away first.
  has_managed boolean not null default false,
  created timestamptz not null,
  search_text text not null generated always as (
    folded(' ' || first_name || ' ' || last_name || ' ' || email || coalesce(' ' || phone || ' ' || substr(phone, 2), ''))
  ) stored,
  check (suspended_at is not null or (suspension_reason is null and suspension_expires is null))
);
call audit_changes('users', 'id');
call announce_changes('users', 'users', 'changed.id', traits => 'array[changed.role]');
create index users_created on users (created desc, id);
create index users_role on users (role, approval_status);
create index users_approval_status on users (approval_status, id);
create index users_department on users (department_id) where department_id is not null;
-- Few people are suspended at a time.
create index users_suspended on users (created, id) where suspended_at is not null;
-- In the alphabet of all languages together: the server's own collation may be "C", which sorts Š and Á after Z (decision 224).
create index users_last_name on users (lower(last_name collate "und-x-icu"), lower(first_name collate "und-x-icu"), id);
-- The interpreters of a calendar.
create index users_interpreters on users (lower(last_name collate "und-x-icu"), lower(first_name collate "und-x-icu"), id)
  where role = 'interpreter';
create index users_search on users using gin (search_text gin_trgm_ops);

create function remember_managers() returns trigger language plpgsql as $$
begin
  new.has_managed := new.role in ('manager', 'owner') or (tg_op = 'UPDATE' and old.has_managed);
  return new;
end $$;
create trigger users_has_managed before insert or update on users for each row execute function remember_managers();

-- Whether somebody is suspended during any part of a time, which is half-open. server/db/suspension.ts says the same of a row that has
-- been read.
create function is_suspended(person users, begins timestamptz, finishes timestamptz) returns boolean language sql stable as $$
  select person.suspended_at is not null
    and person.suspended_at < finishes
    and (person.suspension_expires is null or person.suspension_expires > begins)
$$;

create function is_suspended_at(person users, moment timestamptz) returns boolean language sql stable as $$
  select is_suspended(person, moment, moment + interval '1 microsecond')
$$;

-- A row while an interpreter is online.
create table presence (
  user_id text primary key references users (id) on delete cascade,
  online_since timestamptz not null
);
-- The overview counts who is online.
call announce_changes('presence', 'overview', 'null::text');
