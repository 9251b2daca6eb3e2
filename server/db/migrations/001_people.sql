-- previous release: yes
-- People, their sessions, and what guards the door.

create table departments (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3)
);
create unique index departments_name on departments (lower(name));

create table users (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  -- Kept in lower case by the application, so that a plain unique index is enough.
  email text not null unique check (email = lower(email)),
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('interpreter', 'deaf', 'manager', 'owner', 'partner')),
  approval_status text not null default 'pending' check (approval_status in ('pending', 'approved', 'rejected')),
  department_id text references departments (id) on delete set null,
  personal_number_last4 text check (personal_number_last4 ~ '^[0-9]{4}$'),
  phone text,
  social_registered boolean not null default false,
  -- Null: the deployment's first language.
  language text check (language in ('en', 'lt', 'es', 'ee', 'pt', 'sk', 'is')),
  suspended_at timestamptz,
  suspension_reason text,
  -- Null with suspended_at: until somebody lifts it.
  suspension_expires timestamptz,
  created timestamptz not null,
  check (suspended_at is not null or (suspension_reason is null and suspension_expires is null))
);
create index users_created on users (created desc, id);
create index users_role on users (role, approval_status);
create index users_department on users (department_id) where department_id is not null;

create table sessions (
  -- SHA-256 of the token; the token itself is never kept.
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires);

create table otp_challenges (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  -- HMAC of the code, keyed by the token that only the client has.
  code_hash bytea not null,
  created timestamptz not null,
  expires timestamptz not null,
  guesses integer not null default 0,
  sent timestamptz not null,
  used timestamptz
);
create index otp_challenges_user on otp_challenges (user_id);
create index otp_challenges_expires on otp_challenges (expires);

create table throttles (
  scope text not null,
  -- SHA-256 of what is counted (an address, an e-mail), so that no personal data is kept here.
  key_hash bytea not null,
  hits integer not null,
  ends timestamptz not null,
  primary key (scope, key_hash)
);
create index throttles_ends on throttles (ends);

-- Suspension, another role, another password or a withdrawn approval end every session at once, whoever writes the row.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from otp_challenges where user_id = new.id;
  return null;
end $$;

create trigger users_end_sessions after update on users for each row
when (
  old.role is distinct from new.role
  or old.password_hash is distinct from new.password_hash
  or (old.approval_status = 'approved' and new.approval_status <> 'approved')
  or (new.suspended_at is not null and old.suspended_at is distinct from new.suspended_at)
)
execute function end_sessions();
