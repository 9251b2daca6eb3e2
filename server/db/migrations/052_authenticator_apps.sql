-- previous release: yes
-- Authenticator apps (TOTP, RFC 6238), one for each person.
create table totp_secrets (
  user_id text primary key references users (id) on delete cascade,
  -- Base32, as apps take it. The server needs it to check codes, so it cannot be a hash.
  secret text not null,
  created timestamptz not null,
  -- When the first code proved that the app has the secret; before, it opens nothing.
  confirmed timestamptz,
  used timestamptz,
  -- The time step of the last accepted code: each step counts once.
  last_step bigint
);

-- Codes for when the app is lost; each works once, and is deleted then.
create table recovery_codes (
  -- SHA-256 of the code, which has 80 random bits.
  code_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null
);
create index recovery_codes_user on recovery_codes (user_id);
