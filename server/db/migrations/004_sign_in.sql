-- previous release: yes
-- How people and other systems get in: sessions, codes, mailed links, accounts elsewhere, authenticators, and what ends their access. Tokens
-- are stored as hashes only.

create table sessions (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  -- People list and end their sessions by it.
  id text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) unique check (id ~ '^[0-9a-f]{24}$'),
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null,
  -- The User-Agent header of the sign-in. Null: unknown.
  user_agent text,
  -- The last use, written at most once a minute. Null: not used since the sign-in.
  used timestamptz,
  -- When the person last proved who they are, besides the sign-in. Null: not since.
  authenticated timestamptz,
  -- The linked account of the sign-in, and the session at its provider: with it the provider can end this session, and signing out
  -- here can end the provider's.
  identity_id text,
  provider_session text,
  id_token text,
  -- The position of the write-ahead log after the last write of the person: until a replica has it, the person reads from the primary.
  last_write bigint not null default 0
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires);
create index sessions_identity on sessions (identity_id) where identity_id is not null;
-- Sessions that end close the streams that were opened with them.
create trigger sessions_announced_delete after delete on sessions referencing old table as rows_before
for each statement execute function announce('sessions', 'null::text', 'array[changed.user_id]', 'null::text[]');

-- Codes by mail.
create table otp_challenges (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  -- A code for another act must not open a session, and the reverse.
  purpose text not null default 'sign_in' check (purpose in ('sign_in', 'reauthenticate')),
  -- The session that asked. Null: a sign-in.
  session_hash bytea references sessions (token_hash) on delete cascade,
  -- HMAC of the code, keyed by the token that only the client has.
  code_hash bytea not null,
  created timestamptz not null,
  expires timestamptz not null,
  guesses integer not null default 0,
  sent timestamptz not null,
  used timestamptz,
  -- The mail with the code, as long as it is in the outbox.
  mail_id text,
  -- As in `sessions`, for the session that the code opens.
  identity_id text,
  provider_session text,
  id_token text,
  check ((purpose = 'sign_in') = (session_hash is null))
);
create index otp_challenges_session on otp_challenges (session_hash);
create index otp_challenges_user on otp_challenges (user_id);
create index otp_challenges_expires on otp_challenges (expires);

-- Attempts that are limited.
create table throttles (
  scope text not null,
  -- SHA-256 of what is counted (an address, an e-mail), so that the table has no personal data.
  key_hash bytea not null,
  hits integer not null,
  ends timestamptz not null,
  primary key (scope, key_hash)
);
create index throttles_ends on throttles (ends);

-- Browsers that have completed a sign-in of an account, or in which its person has opened a mailed link. Strangers who guess at the account
-- do not slow these down.
create table known_devices (
  -- SHA-256 of the token that the browser has.
  token_hash bytea not null,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null,
  -- Otherwise it is known by a mailed link only: the first sign-in is one on a new device.
  has_signed_in boolean not null default true,
  -- One browser may know several accounts: each is a row of its own.
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id);
create index known_devices_expires on known_devices (expires);

-- Links in mails, whose owner they prove. Each works once.
create table mailed_links (
  -- SHA-256 of the token; the token itself is in the mail only.
  token_hash bytea primary key,
  -- A link for another act must not work. An invitation leads to a new password, too; it is kept when it no longer works, as the
  -- person's last one.
  purpose text not null check (
    purpose in ('password', 'invitation', 'registration', 'email_change', 'email_undo', 'national_id', 'work_account')
  ),
  -- Which link came later.
  number bigint generated always as identity,
  -- Null: somebody who has asked for an account. Confirmed, they are users who wait for approval.
  user_id text references users (id) on delete cascade,
  -- The session that asked for another e-mail, which goes on when the others end.
  session_hash bytea,
  -- What the link is about: the person of a registration, the new or the former e-mail, or the identity to link.
  details jsonb not null,
  created timestamptz not null,
  expires timestamptz not null,
  check ((user_id is null) = (purpose = 'registration')),
  check ((session_hash is not null) = (purpose = 'email_change')),
  check (details ->> 'email' = lower(details ->> 'email')),
  check (purpose not in ('registration', 'email_change', 'email_undo') or details ? 'email')
);
create index mailed_links_user on mailed_links (user_id);
create index mailed_links_registration on mailed_links ((details ->> 'email')) where purpose = 'registration';
create index mailed_links_expires on mailed_links (expires);
-- A second change of e-mail replaces the first.
create unique index mailed_links_email_change on mailed_links (user_id) where purpose = 'email_change';

-- National IDs and work accounts that sign in as a user.
create table identities (
  -- People list and unlink it by this id.
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  kind text not null check (kind in ('national_id', 'work_account')),
  issuer text not null,
  -- The subject that the issuer names. Of a national ID a slow hash of it: personal numbers are few enough to be tried out against a quick one.
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  linked timestamptz not null,
  unique (kind, issuer, subject),
  unique (user_id, kind, issuer)
);

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
  last_step bigint,
  -- SHA-256, in hexadecimal, of the codes for when the app is lost. A code has 120 random bits, works once, and is removed then.
  recovery_hashes text[] not null default '{}'
);

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

-- Challenges that wait for an answer: of an authenticator, or of a provider of accounts (OpenID Connect). Each is valid once.
create table sign_in_challenges (
  -- SHA-256 of the challenge, or of the state, which travels through the browser's address.
  challenge_hash bytea primary key,
  -- The answer to one kind must not finish another.
  purpose text not null check (purpose in ('passkey', 'passkey_proof', 'new_passkey', 'national_id', 'single_sign_on')),
  -- The session that asked. Null: a sign-in.
  session_hash bytea references sessions (token_hash) on delete cascade,
  -- SHA-256 of the token that only the client has that went to a provider.
  token_hash bytea,
  expires timestamptz not null,
  check ((purpose in ('passkey_proof', 'new_passkey')) = (session_hash is not null)),
  check ((purpose in ('national_id', 'single_sign_on')) = (token_hash is not null))
);
create index sign_in_challenges_session on sign_in_challenges (session_hash);
create index sign_in_challenges_expires on sign_in_challenges (expires);

-- Deletes everything that lets somebody in as a person, or soon would.
create function end_access(person text) returns void language plpgsql as $$
begin
  delete from sessions where user_id = person;
  delete from otp_challenges where user_id = person;
  -- The owner of a former address still undoes a change of e-mail.
  delete from mailed_links where user_id = person and purpose <> 'email_undo';
end $$;

create function end_access_of_user() returns trigger language plpgsql as $$
begin
  perform end_access(new.id);
  return null;
end $$;

create function end_access_of_identity() returns trigger language plpgsql as $$
begin
  perform end_access(case tg_op when 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;

-- Another e-mail, role or password, a suspension, a withdrawn approval, and an account elsewhere that is linked or unlinked end all access at
-- once, whichever program writes the row.
create trigger users_end_access after update on users for each row
when (
  old.email <> new.email
  or old.role is distinct from new.role
  or old.password_hash is distinct from new.password_hash
  or (old.approval_status = 'approved' and new.approval_status <> 'approved')
  or (new.suspended_at is not null and old.suspended_at is distinct from new.suspended_at)
)
execute function end_access_of_user();
create trigger identities_end_access after insert or delete on identities for each row execute function end_access_of_identity();

create function forget_devices() returns trigger language plpgsql as $$
begin
  delete from known_devices where user_id = new.id;
  return null;
end $$;
create trigger users_forget_devices after update on users for each row
when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email)
execute function forget_devices();

-- Accounts of other systems, such as a video platform.
create table service_accounts (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['platform', 'read']),
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
call announce_changes('service_accounts', 'service_accounts', 'changed.id');
