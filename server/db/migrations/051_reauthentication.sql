-- previous release: yes
-- When a person last proved who they are, besides the sign-in. Null: not since.
alter table sessions add column authenticated timestamptz;

-- Codes that prove it for any act, instead of the change of the e-mail address only.
alter table otp_challenges drop constraint otp_challenges_purpose_check;
alter table otp_challenges add constraint otp_challenges_purpose_check
  check (purpose in ('sign_in', 'change_email', 'reauthenticate'));
