-- previous release: yes
-- Provisioning of users by the directory of an organisation (SCIM 2.0).

-- What the directory says about a user: their name and id there, whether they are active, and whether they have a role. Without a role the
-- access of a user is ended, until the directory or single sign-on gives one.
alter table provisioned_users
  add column user_name text,
  add column external_id text,
  add column active boolean not null default true,
  add column has_role boolean not null default true,
  -- Deleted by the directory: the access has ended, and the directory does not see the user any more.
  add column removed boolean not null default false;
create unique index provisioned_users_user_name on provisioned_users (lower(user_name));
create unique index provisioned_users_external_id on provisioned_users (external_id);

-- The tokens of directories.
create table provisioning_tokens (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  -- SHA-256 of the token, which is shown once.
  token_hash bytea not null unique,
  name text not null,
  created timestamptz not null,
  created_by text references users (id) on delete set null,
  expires timestamptz not null,
  used timestamptz
);
