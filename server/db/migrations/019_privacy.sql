-- previous release: yes
-- Legal holds, erasures of people, and retention periods.

-- While a hold is in force, nothing deletes data of the person: no erasure, no deletion of the account, no retention.
create table legal_holds (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  person_id text not null references users (id) on delete cascade,
  reason text not null check (btrim(reason) <> ''),
  created timestamptz not null,
  -- The owner who set it.
  created_by text,
  -- It ends by itself then.
  ends timestamptz not null check (ends > created),
  -- When an owner ended it earlier.
  lifted timestamptz
);
call audit_changes('legal_holds', 'id');
call announce_changes('legal_holds', 'privacy', 'changed.id');
create index legal_holds_person on legal_holds (person_id, ends);
create index legal_holds_ends on legal_holds (ends);

-- Whether a legal hold on a person is in force.
create function is_held(person text, moment timestamptz) returns boolean language sql stable as $$
  select exists (select from legal_holds where person_id = person and lifted is null and ends > moment)
$$;

-- The ids of erased people. After a backup is restored, these people are erased again.
create table erased_people (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  at timestamptz not null,
  -- The keys (`platform_subject_key`) under which video platforms know the person: an older event that arrives later changes nothing.
  platform_subjects text[] not null default '{}'
);
create index erased_people_at on erased_people (at);
create index erased_people_platform_subjects on erased_people using gin (platform_subjects);

-- A subject of a video platform without its id, which may identify a person.
create function platform_subject_key(source text, kind text, external_id text) returns text language sql immutable as $$
  select encode(sha256(convert_to(concat_ws(chr(10), source, kind, external_id), 'UTF8')), 'hex')
$$;

-- The record of erasures, without personal data.
create table erasures (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  at timestamptz not null,
  -- The owner who erased; null: `npm run ops -- erase-again`.
  erased_by text,
  -- SHA-256 of the person's id: proves the erasure to somebody who knows the id.
  person_hash bytea not null,
  -- The number of rows per kind of data: deleted, blanked, unlinked and kept.
  counts jsonb not null
);
create index erasures_at on erasures (at desc, id desc);
call announce_changes('erasures', 'privacy', 'changed.id');

-- The entries of the audit log with personal values of a person, except those about somebody under a legal hold, which are evidence.
-- thorough: searches all entries for records of the person and for their addresses. Otherwise only what the person wrote.
create function entries_about(person text, moment timestamptz, thorough boolean) returns setof bigint
language plpgsql stable set search_path from current as $$
declare
  addresses text[];
  -- The person's requests and reservations, also those whose link to the person was removed with the account.
  requests text[];
  bookings text[];
begin
  if thorough then
    select array_agg(distinct known.address) into addresses from (
      select email as address from users where id = person
      union all select person_email from audit_entries where person_id = person
      union all select before ->> 'email' from audit_entries where collection = 'users' and record_id = person
      union all select after ->> 'email' from audit_entries where collection = 'users' and record_id = person
    ) as known where known.address is not null;
    select array_agg(known.id) into requests from (
      select interpretations.id from interpretations where person in (customer_id, interpreter_id)
      union select record_id from audit_entries
        where collection = 'interpretations' and person in (before ->> 'customer_id', before ->> 'interpreter_id')
    ) as known;
    select array_agg(known.id) into bookings from (
      select reservations.id from reservations where customer_id = person
      union select record_id from audit_entries where collection = 'reservations' and before ->> 'customer_id' = person
    ) as known;
  end if;
  return query select entry.id from audit_entries entry
  where num_nonnulls(entry.person_email, entry.before, entry.after) > 0
    and (entry.person_id = person or thorough)
    and (
      entry.person_id = person
      or (entry.collection = 'users' and entry.record_id = person and entry.act <> 'erase')
      or person in (entry.before ->> 'customer_id', entry.after ->> 'customer_id', entry.before ->> 'person_id', entry.after ->> 'person_id')
      or (entry.collection = 'recordings' and coalesce(entry.after, entry.before) ->> 'interpretation_id' = any(requests))
      or (entry.collection = 'files' and (
        coalesce(entry.after, entry.before) ->> 'record_id' = any(bookings)
        or coalesce(entry.after, entry.before) ->> 'record_id' in (select id from recordings where interpretation_id = any(requests))
        -- A file had no record yet when it was uploaded.
        or entry.record_id in (select id from files where files.collection = 'reservations' and files.record_id = any(bookings))))
      or exists (
        select from unnest(addresses) known
        where strpos(coalesce(entry.before::text, '') || coalesce(entry.after::text, ''), '"' || known || '"') > 0)
    )
    and not exists (
      select from legal_holds hold
      where hold.lifted is null and hold.ends > moment
        and hold.person_id in (entry.record_id, entry.before ->> 'customer_id', entry.after ->> 'customer_id')
    );
end $$;

-- Erases what both logs say about an erased person, with the rights of the owner: the backend's role may only add to the logs. It refuses
-- people who were not recorded as erased. Call it while the person's requests and reservations still have the links to the person. Returns
-- how many entries and events lost values.
create function erase_logged_person(person text, actor text, moment timestamptz, thorough boolean)
returns table (entries integer, events integer)
language plpgsql security definer set search_path from current as $$
declare
  mine bigint[];
begin
  if not exists (select from erased_people where id = person) then
    raise exception 'Only the logs of an erased person can be erased.';
  end if;
  select array_agg(about) into mine from entries_about(person, moment, thorough) about;
  if mine is not null then
    perform erase_audit_values(mine, actor);
  end if;
  entries := coalesce(cardinality(mine), 0);
  update security_events set person_email = null, address = null, user_agent = null
  where person_id = person and num_nonnulls(person_email, address, user_agent) > 0;
  get diagnostics events = row_count;
  return next;
end $$;

-- The periods after which rows are deleted. The manifest asks for them; a shorter one is in force once an owner has confirmed it.
create table retention_periods (
  kind text primary key,
  -- The period in force, since when. Null: none, so the kind is kept.
  days integer check (days > 0),
  since timestamptz,
  -- The owner who confirmed it; null: nothing was old enough to be deleted when it came into force.
  confirmed_by text,
  last_run timestamptz,
  -- What the current run has deleted, until the audit log has it.
  deleted integer not null default 0,
  -- The shorter period that owners were last notified of, because it waits for their confirmation.
  announced_days integer,
  announced timestamptz,
  check ((days is null) = (since is null)),
  check ((announced_days is null) = (announced is null))
);
call announce_changes('retention_periods', 'retention', 'changed.kind');

-- Erases the personal values of the oldest entries of the audit log, at most so many, and returns how many. With the rights of the owner: a
-- caller cannot erase values of the last year.
create function erase_old_audit_values(cutoff timestamptz, most integer) returns integer
language plpgsql security definer set search_path from current as $$
declare
  old bigint[];
begin
  select array_agg(id) into old from (
    select entry.id from audit_entries entry
    where entry.at < least(cutoff, now() - interval '365 days')
      and num_nonnulls(entry.person_email, entry.before, entry.after) > 0
      and not is_held(entry.person_id, now()) and not is_held(entry.record_id, now())
    order by entry.at limit most
  ) as oldest;
  if old is null then
    return 0;
  end if;
  perform erase_audit_values(old, null);
  return cardinality(old);
end $$;

-- Retention of the security log, with the rights of the owner: a caller cannot delete events of the last thirty days or of people under a
-- legal hold.
create function delete_security_events(before timestamptz) returns void
language sql security definer set search_path from current as $$
  delete from security_events where at < least(before, now() - interval '30 days') and not exists (
    select from legal_holds hold where hold.lifted is null and hold.ends > now()
      and hold.person_id in (security_events.person_id, security_events.subject_id))
$$;
