-- previous release: yes
-- The security log.

-- Who signed in, who was refused, and which data left the system. No secrets, and no addresses of unknown accounts.
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
  -- The columns of an exported report.
  columns text[] not null default '{}',
  address text,
  user_agent text,
  request_id text not null
);
create index security_events_at on security_events (at desc, id desc);
create index security_events_person on security_events (person_id, at desc);
create index security_events_subject on security_events (subject_id, at desc) where subject_id is not null;
create index security_events_address on security_events (address, at desc);
create index security_events_event on security_events (event, at desc);

-- Events that are still to be sent to another system, in their order.
create table security_forwards (
  event_id bigint primary key references security_events (id) on delete cascade
);

-- The one task that sends them: the process that holds its lease sends, so that events keep their order.
create table security_forwarding (
  id integer primary key check (id = 1),
  due timestamptz not null,
  tries integer not null default 0,
  failure text
);

-- Erases the personal values of entries of the audit log, and adds an entry for each. Nobody but the owner may call it.
create function erase_audit_values(entries bigint[], person text) returns void
language plpgsql set search_path from current as $$
begin
  with erased as (
    update audit_entries set person_email = null, before = null, after = null
    where id = any(entries) and num_nonnulls(person_email, before, after) > 0
    returning id
  )
  insert into audit_entries (at, person_id, act, collection, record_id)
  select clock_timestamp(), person, 'erase', 'audit_entries', id::text from erased;
end $$;
revoke execute on function erase_audit_values from public;
