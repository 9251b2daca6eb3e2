-- previous release: yes
-- Signing in with the accounts of an organisation (OpenID Connect), and what its provider may end.

-- The kind of sign-in: the callback of one kind must not finish another.
alter table openid_states add column purpose text not null default 'national_id'
  check (purpose in ('national_id', 'single_sign_on'));

-- The accounts of the organisation that sign in as a user.
create table staff_identities (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  issuer text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  linked timestamptz not null,
  unique (issuer, subject),
  unique (user_id, issuer)
);
create trigger staff_identities_end_access after insert or delete on staff_identities for each row
execute function end_access_of_identity();

-- Accounts that wait until the link mailed to the user is opened.
create table staff_identity_links (
  -- SHA-256 of the token; the token itself is in the mail only.
  token_hash bytea primary key,
  issuer text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null
);
create index staff_identity_links_user on staff_identity_links (user_id);
create index staff_identity_links_expires on staff_identity_links (expires);

-- The provider's session of a session, and of a sign-in that waits for a code: with it the provider can end the session, and signing out
-- here can end the provider's.
alter table sessions
  add column identity_id text,
  add column provider_session text,
  add column id_token text;
create index sessions_identity on sessions (identity_id) where identity_id is not null;
alter table otp_challenges
  add column identity_id text,
  add column provider_session text,
  add column id_token text;

-- Logout tokens of the provider that were used: each works once.
create table logout_tokens (
  -- SHA-256 of the token's issuer and id.
  token_hash bytea primary key,
  expires timestamptz not null
);
create index logout_tokens_expires on logout_tokens (expires);

create or replace function end_access(person text) returns void language plpgsql as $$
begin
  delete from sessions where user_id = person;
  delete from otp_challenges where user_id = person;
  delete from password_resets where user_id = person;
  delete from invitations where user_id = person;
  delete from email_changes where user_id = person;
  delete from national_identity_links where user_id = person;
  delete from staff_identity_links where user_id = person;
end $$;
