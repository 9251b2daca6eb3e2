-- previous release: yes
-- Browsers that have completed a sign-in of an account. Strangers who guess at the account do not slow these down.
create table known_devices (
  -- SHA-256 of the token that the browser keeps; the token itself is never kept.
  token_hash bytea not null,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null,
  -- One browser may know several accounts: each is a row of its own.
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id);
create index known_devices_expires on known_devices (expires);

create function forget_devices() returns trigger language plpgsql as $$
begin
  delete from known_devices where user_id = new.id;
  return null;
end $$;

create trigger users_forget_devices after update on users for each row
when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email)
execute function forget_devices();

-- The mail with the code, while it stands in the outbox.
alter table otp_challenges add column mail_id text;
