-- previous release: no
-- Accounts of other systems, such as a video platform or a directory. The tokens of directories become accounts with the scope `provisioning`.
create table service_accounts (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['platform', 'provisioning']),
  -- CIDR; empty: every address.
  networks text[] not null default '{}',
  -- SHA-256 of the secret, which is shown once.
  secret_hash bytea not null unique,
  -- The secret before the last rotation, until it ends.
  former_hash bytea unique,
  former_until timestamptz,
  created timestamptz not null,
  created_by text references users (id) on delete set null,
  expires timestamptz not null,
  used timestamptz,
  check ((former_hash is null) = (former_until is null))
);

insert into service_accounts (id, name, scopes, secret_hash, created, created_by, expires, used)
select id, name, array['provisioning'], token_hash, created, created_by, expires, used from provisioning_tokens;
drop table provisioning_tokens;
