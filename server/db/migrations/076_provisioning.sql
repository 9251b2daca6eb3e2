-- previous release: yes
-- Access that an organisation ends, and provisioning of users by its directory (SCIM 2.0).

create table provisioned_users (
  user_id text primary key references users (id) on delete cascade,
  -- When the organisation ended the access. The suspension is the organisation's if it began at this time: only then may the organisation lift it.
  ended_at timestamptz,
  -- The name and the id of the user in the directory; null if no directory has written the user.
  user_name text,
  external_id text,
  active boolean not null default true,
  -- Without a role the access of a user is ended, until the directory or single sign-on gives one.
  has_role boolean not null default true,
  -- Deleted by the directory: the access has ended, and the directory does not see the user any more.
  removed boolean not null default false
);
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
