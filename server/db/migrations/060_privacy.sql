-- previous release: yes
-- Legal holds and erasures of people.

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
call make_collection('legal_holds', 'id');
create index legal_holds_person on legal_holds (person_id, ends);
create index legal_holds_ends on legal_holds (ends);

-- The ids of erased people. After a backup is restored, these people are erased again.
create table erased_people (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  at timestamptz not null
);
create index erased_people_at on erased_people (at);

-- The record of erasures, without personal data.
create table erasures (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  at timestamptz not null,
  -- The owner who erased; null: `npm run erase:again`.
  erased_by text,
  -- SHA-256 of the person's id: proves the erasure to somebody who knows the id.
  person_hash bytea not null,
  -- The number of rows per kind of data: deleted, blanked, unlinked and kept.
  counts jsonb not null
);
create index erasures_at on erasures (at desc, id desc);

-- Whether a legal hold on a person is in force.
create function is_held(person text, moment timestamptz) returns boolean language sql stable as $$
  select exists (select from legal_holds where person_id = person and lifted is null and ends > moment)
$$;

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
  chained bigint[];
  loose bigint[];
begin
  if not exists (select from erased_people where id = person) then
    raise exception 'Only the logs of an erased person can be erased.';
  end if;
  -- The chain must not read values that this transaction removes.
  perform pg_advisory_xact_lock(hashtext('signboard.audit_chain'));
  select array_agg(about) into mine from entries_about(person, moment, thorough) about;
  select array_agg(about) filter (where is_chained), array_agg(about) filter (where not is_chained) into chained, loose
  from (
    select about, exists (select from audit_chain where entry_id = about) as is_chained from unnest(mine) about
  ) as found;
  if chained is not null then
    perform erase_audit_values(chained, actor);
  end if;
  -- Not in the chain yet: they enter it without values.
  if loose is not null then
    update audit_entries set person_email = null, before = null, after = null where id = any(loose);
    insert into audit_entries (at, person_id, act, collection, record_id)
    select clock_timestamp(), actor, 'erase', 'audit_entries', about::text from unnest(loose) about;
  end if;
  entries := coalesce(cardinality(mine), 0);
  update security_events set person_email = null, address = null, user_agent = null
  where person_id = person and num_nonnulls(person_email, address, user_agent) > 0;
  get diagnostics events = row_count;
  return next;
end $$;

-- As in migration 057, but not events of people under a legal hold.
create or replace function delete_security_events(before timestamptz) returns void
language sql security definer set search_path from current as $$
  delete from security_events where at < least(before, now() - interval '30 days') and not exists (
    select from legal_holds hold where hold.lifted is null and hold.ends > now()
      and hold.person_id in (security_events.person_id, security_events.subject_id))
$$;

-- As in migration 058, and the record of erasures may only grow.
create or replace procedure grant_runtime(runtime text) language plpgsql as $$
declare
  log text;
begin
  -- Nothing to do at most starts.
  if not has_table_privilege(runtime, 'audit_entries', 'update, delete, truncate')
    and not has_table_privilege(runtime, 'audit_chain', 'insert, update, delete, truncate')
    and not has_table_privilege(runtime, 'erased_people', 'update, delete, truncate')
    and not exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and not has_table_privilege(runtime, oid, 'select')
    )
  then
    return;
  end if;
  execute format('grant usage on schema %I to %I', current_schema(), runtime);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', current_schema(), runtime);
  execute format('grant usage, select on all sequences in schema %I to %I', current_schema(), runtime);
  execute format('revoke insert, update, delete on schema_migrations from %I', runtime);
  foreach log in array array['audit_entries', 'security_events', 'erased_people', 'erasures'] loop
    execute format('revoke update, delete, truncate, references, trigger on %I from %I', log, runtime);
  end loop;
  -- Only the functions above write these.
  foreach log in array array['audit_chain', 'audit_salts', 'audit_anchors'] loop
    execute format('revoke insert, update, delete, truncate, references, trigger on %I from %I', log, runtime);
  end loop;
end $$;
