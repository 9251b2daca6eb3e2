-- previous release: yes
-- The security log: who signed in, who was refused, and which data left the system. No secrets, and no addresses of unknown accounts.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  -- The error code of a refusal.
  reason text,
  -- No foreign keys: the log outlives the people in it.
  person_id text,
  person_email text,
  -- The other person whom the act concerned.
  subject_id text,
  -- The exported list, or the collection and record of the opened file.
  object text,
  object_id text,
  rows integer,
  address text,
  user_agent text,
  request_id text not null
);
create index security_events_at on security_events (at desc, id desc);
create index security_events_person on security_events (person_id, at desc);
create index security_events_subject on security_events (subject_id, at desc) where subject_id is not null;
create index security_events_address on security_events (address, at desc);
create index security_events_event on security_events (event, at desc);
