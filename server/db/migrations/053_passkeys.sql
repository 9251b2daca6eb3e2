-- previous release: yes
-- Passkeys (WebAuthn): public keys of authenticators that also check the person.
create table passkeys (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  user_id text not null references users (id) on delete cascade,
  -- The credential ID, in base64url.
  credential_id text not null unique,
  name text not null,
  public_key bytea not null,
  -- How often the authenticator says that it was used; many always say 0.
  counter bigint not null,
  transports text[] not null,
  created timestamptz not null,
  used timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges that wait for the answer of an authenticator; each is valid once.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key,
  -- Who asked. Null: a sign-in.
  user_id text references users (id) on delete cascade,
  expires timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expires on passkey_challenges (expires);
