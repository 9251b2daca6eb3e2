-- previous release: yes
-- What people read of their sessions, and end one by.
alter table sessions
  add column id text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) unique check (id ~ '^[0-9a-f]{24}$'),
  -- The User-Agent header of the sign-in. Null: unknown.
  add column user_agent text,
  -- The last use, written at most once a minute. Null: not used since the sign-in.
  add column used timestamptz;
