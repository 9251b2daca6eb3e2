-- previous release: yes
-- The security log, and the hash chain over the audit log.

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

-- A hash chain over the audit log: each link has the hash of the link before it and of its entry. Personal values enter it as a salted hash, so
-- that they can be erased together with their salt.
create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique,
  -- SHA-256 of the salt and the values.
  values_hash bytea not null,
  -- SHA-256 of the hash before it, the rest of the entry, and values_hash.
  hash bytea not null
);

create table audit_salts (
  entry_id bigint primary key,
  salt bytea not null
);

-- The state of the chain once a day; copies outside prove that the whole chain was not written anew.
create table audit_anchors (
  day date primary key,
  at timestamptz not null,
  position bigint not null,
  hash bytea not null
);

-- The parts of an entry that enter the chain as they are, and the personal ones. server/resources/audit/verifyChain.ts has the same, because a
-- check must not trust functions of the database that it checks.
create function audit_core(entry audit_entries, link bigint) returns text language sql stable as $$
  select jsonb_build_array(link, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.person_id, entry.request_id, entry.act,
    entry.collection, entry.record_id)::text
$$;
create function audit_personal(entry audit_entries) returns text language sql stable as $$
  select jsonb_build_array(entry.person_email, entry.before, entry.after)::text
$$;

-- Chains at most a thousand entries up to an id, and returns how many. One process at a time; others get 0.
create function extend_audit_chain(up_to bigint) returns integer
language plpgsql security definer set search_path from current as $$
declare
  entry audit_entries;
  link bigint;
  last_entry bigint;
  last_hash bytea;
  salt bytea;
  personal bytea;
  added integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('signboard.audit_chain')) then
    return 0;
  end if;
  select position, entry_id, hash into link, last_entry, last_hash from audit_chain order by position desc limit 1;
  link := coalesce(link, 0);
  last_hash := coalesce(last_hash, ''::bytea);
  for entry in
    select * from audit_entries where id > coalesce(last_entry, 0) and id <= up_to order by id limit 1000
  loop
    link := link + 1;
    -- 244 random bits, from the generator of the system.
    salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    personal := sha256(salt || convert_to(audit_personal(entry), 'UTF8'));
    last_hash := sha256(last_hash || convert_to(audit_core(entry, link), 'UTF8') || personal);
    insert into audit_salts values (entry.id, salt);
    insert into audit_chain values (link, entry.id, personal, last_hash);
    added := added + 1;
  end loop;
  return added;
end $$;

-- Stores the anchor of a day (UTC) if it has none and the chain has grown, and returns it.
create function anchor_audit_chain(moment timestamptz) returns setof audit_anchors
language sql security definer set search_path from current as $$
  insert into audit_anchors (day, at, position, hash)
  select (moment at time zone 'UTC')::date, moment, position, hash
  from (select position, hash from audit_chain order by position desc limit 1) as head
  where head.position > coalesce((select max(position) from audit_anchors), 0)
  on conflict do nothing
  returning *
$$;

-- Erases the personal values of chained entries with their salts, and adds an entry for each. Nobody but the owner may call it.
create function erase_audit_values(entries bigint[], person text) returns void
language plpgsql set search_path from current as $$
begin
  if exists (select from unnest(entries) id where not exists (select from audit_chain where entry_id = id)) then
    raise exception 'Entries can be erased once they are in the chain.';
  end if;
  delete from audit_salts where entry_id = any(entries);
  update audit_entries set person_email = null, before = null, after = null where id = any(entries);
  insert into audit_entries (at, person_id, act, collection, record_id)
  select clock_timestamp(), person, 'erase', 'audit_entries', id::text from unnest(entries) id;
end $$;
revoke execute on function erase_audit_values from public;
