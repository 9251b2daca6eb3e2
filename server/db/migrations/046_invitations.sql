-- previous release: yes
-- The latest invitation of each person who cannot sign in yet. The link itself is a link to a new password.
create table invitations (
  user_id text primary key references users (id) on delete cascade,
  sent timestamptz not null,
  expires timestamptz not null
);

-- Whatever ends the links of a person ends their invitation, too: another address or role, a password, a national ID.
create or replace function end_access(person text) returns void language plpgsql as $$
begin
  delete from sessions where user_id = person;
  delete from otp_challenges where user_id = person;
  delete from password_resets where user_id = person;
  delete from invitations where user_id = person;
  delete from email_changes where user_id = person;
  delete from national_identity_links where user_id = person;
end $$;
