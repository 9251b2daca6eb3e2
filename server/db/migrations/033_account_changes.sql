-- previous release: no
-- Changes of an address that have to be confirmed or can be undone, national IDs that have to be confirmed, and what ends with each change.

-- A person's own change of e-mail. It counts once the link that went to the new address has been opened.
create table email_changes (
  -- SHA-256 of the token; the token itself is in the mail only.
  token_hash bytea primary key,
  -- One at a time: a second request replaces the first.
  user_id text not null unique references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  -- The session that asked, which goes on when the others end.
  session_hash bytea not null,
  created timestamptz not null,
  expires timestamptz not null
);
create index email_changes_expires on email_changes (expires);

-- Links in notices to former addresses: each puts that address back. `number` says which change came later.
create table email_undos (
  token_hash bytea primary key,
  number bigint generated always as identity,
  user_id text not null references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  created timestamptz not null,
  expires timestamptz not null
);
create index email_undos_user on email_undos (user_id);
create index email_undos_expires on email_undos (expires);

-- National IDs that wait for the link that was mailed to the person they name.
create table national_identity_links (
  token_hash bytea primary key,
  issuer text not null,
  subject_key bytea not null,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null
);
create index national_identity_links_user on national_identity_links (user_id);
create index national_identity_links_expires on national_identity_links (expires);

-- A linked national ID is listed and unlinked by an id of its own: the key is a secret.
alter table national_identities add column id text not null
  default substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) unique check (id ~ '^[0-9a-f]{24}$');
alter table national_identities alter column id drop default;

-- A code for another act than signing in must not open a session, and the reverse.
alter table otp_challenges add column purpose text not null default 'sign_in'
  check (purpose in ('sign_in', 'change_email'));

-- Whether somebody is, or has ever been, a manager or an owner: only owners change the e-mail of those. Kept for good, so
-- that nobody gets around it by taking the role away first.
alter table users add column has_managed boolean not null default false;
alter table users disable trigger user;
update users set has_managed = true where role in ('manager', 'owner');
alter table users enable trigger user;

create function remember_managers() returns trigger language plpgsql as $$
begin
  new.has_managed := new.role in ('manager', 'owner') or (tg_op = 'UPDATE' and old.has_managed);
  return new;
end $$;
create trigger users_has_managed before insert or update on users for each row execute function remember_managers();

create or replace function audited(row_values jsonb) returns jsonb language sql immutable as $$
  select row_values - array['password_hash', 'version', 'search_text', 'has_managed']
$$;

-- Everything that lets somebody in as a person, or would soon.
create function end_access(person text) returns void language plpgsql as $$
begin
  delete from sessions where user_id = person;
  delete from otp_challenges where user_id = person;
  delete from password_resets where user_id = person;
  delete from email_changes where user_id = person;
  delete from national_identity_links where user_id = person;
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

-- Another e-mail, role or password, a suspension, a withdrawn approval, and a national ID that is linked or unlinked end all
-- access at once, whoever writes the row.
drop trigger users_end_sessions on users;
drop trigger users_end_password_resets on users;
drop function end_sessions();
drop function end_password_resets();

create trigger users_end_access after update on users for each row
when (
  old.email <> new.email
  or old.role is distinct from new.role
  or old.password_hash is distinct from new.password_hash
  or (old.approval_status = 'approved' and new.approval_status <> 'approved')
  or (new.suspended_at is not null and old.suspended_at is distinct from new.suspended_at)
)
execute function end_access_of_user();

create trigger national_identities_end_access after insert or delete on national_identities for each row
execute function end_access_of_identity();
