-- previous release: yes
-- What all collections of records share: each row has a version, each write adds an entry to the audit log, and each change is
-- announced to all processes.

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- No foreign keys: the log outlives the people and records in it.
  person_id text,
  person_email text,
  request_id text,
  act text not null,
  collection text not null,
  record_id text not null,
  before jsonb,
  after jsonb
);
create index audit_entries_at on audit_entries (at desc, id desc);
create index audit_entries_record on audit_entries (collection, record_id, id desc);
create index audit_entries_of_record on audit_entries (record_id, id desc);
create index audit_entries_person on audit_entries (person_id, id desc);
create index audit_entries_act on audit_entries (act, id desc);
-- The entries of one request are shown as one act.
create index audit_entries_request on audit_entries (request_id, id) where request_id is not null;
create index audit_entries_with_values on audit_entries (at) where num_nonnulls(person_email, before, after) > 0;

-- A row as the log records it: without secrets, data about health, and columns that the database computes.
create function audited(row_values jsonb) returns jsonb language sql immutable as $$
  select row_values - array['password_hash', 'version', 'search_text', 'has_managed', 'access_ended', 'absence_kind', 'absence_note', 'preference', 'preference_reason']
$$;

-- Adds one entry per written row, in the transaction of the write. The setting signboard.call contains the caller and the act as JSON;
-- writes from elsewhere have neither. signboard.audit = 'off' is for filling an empty database. The argument is the key of the table.
create function write_audit() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  call jsonb := coalesce(nullif(current_setting('signboard.call', true), ''), '{}')::jsonb;
  key text := tg_argv[0];
begin
  if current_setting('signboard.audit', true) = 'off' or was - 'version' = is_now - 'version' then
    return null;
  end if;
  insert into audit_entries (at, person_id, person_email, request_id, act, collection, record_id, before, after)
  values (
    coalesce((call ->> 'at')::timestamptz, clock_timestamp()),
    call ->> 'person_id',
    call ->> 'person_email',
    call ->> 'request_id',
    coalesce(call ->> 'act', case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end),
    tg_table_name,
    coalesce(is_now, was) ->> key,
    audited(was),
    audited(is_now)
  );
  return null;
end $$;

create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Gives the rows of a table a version, and records every change of it in the audit log.
create procedure audit_changes(name text, key text) language plpgsql as $$
begin
  execute format('alter table %I add column version integer not null default 1', name);
  execute format('create trigger %I before update on %I for each row execute function next_version()', name || '_version', name);
  execute format(
    'create trigger %I after insert or update or delete on %I for each row execute function write_audit(%L)',
    name || '_audit', name, key
  );
end $$;

-- Announces each record that a statement changed, or only their kind if they are many. All processes hear of it and tell open pages. A change
-- that is rolled back is never announced. signboard.announce = 'off' is for filling an empty database. Arguments: the kind; expressions
-- over `changed` for the record, the people whose own it is, and the traits that decide who else may read it.
create function announce() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select * from rows_now'
    when 'DELETE' then 'select * from rows_before'
    else 'select * from rows_before union all select * from rows_now'
  end;
  -- The version of a part, such as a recording, says nothing about its record.
  version text := case when tg_op <> 'DELETE' and tg_argv[1] = 'changed.id' then 'to_jsonb(changed) ->> ''version''' else 'null' end;
  found jsonb;
  one jsonb;
begin
  if current_setting('signboard.announce', true) = 'off' then
    return null;
  end if;
  execute format(
    'select jsonb_agg(record) from (
      select jsonb_build_object(
        ''record'', id, ''people'', jsonb_agg(people), ''traits'', jsonb_agg(traits), ''version'', max(version::integer)
      ) as record
      from (select %s as id, %s as people, %s as traits, %s as version from (%s) as changed) as rows
      group by id limit 21
    ) as records',
    tg_argv[1], tg_argv[2], tg_argv[3], version, changed
  ) into found;
  if jsonb_array_length(found) > 20 then
    found := '[{"record": null, "people": null, "traits": []}]';
  end if;
  for one in select value from jsonb_array_elements(found) loop
    -- PostgreSQL refuses 8,000 bytes and more.
    if octet_length(one::text) > 7000 then
      one := '{"record": null, "people": null, "traits": []}';
    end if;
    perform pg_notify(
      'signboard_changes',
      (one || jsonb_build_object('id', gen_random_uuid(), 'kind', tg_argv[0]))::text
    );
  end loop;
  return null;
end $$;

-- Announces every change of a table.
create procedure announce_changes(name text, kind text, record text, people text default 'null::text[]', traits text default 'null::text[]')
language plpgsql as $$
declare
  given text := format('execute function announce(%L, %L, %L, %L)', kind, record, people, traits);
begin
  execute format('create trigger %I after insert on %I referencing new table as rows_now for each statement %s',
    name || '_announced_insert', name, given);
  execute format('create trigger %I after update on %I referencing old table as rows_before new table as rows_now for each statement %s',
    name || '_announced_update', name, given);
  execute format('create trigger %I after delete on %I referencing old table as rows_before for each statement %s',
    name || '_announced_delete', name, given);
end $$;

-- Makes a table a collection that everybody who may read it reads in full.
create procedure make_collection(name text, key text) language plpgsql as $$
begin
  call audit_changes(name, key);
  call announce_changes(name, name, format('changed.%I', key));
end $$;

-- When the call that writes was made.
create function time_of_call() returns timestamptz language sql stable as $$
  select coalesce((nullif(current_setting('signboard.call', true), '')::jsonb ->> 'at')::timestamptz, clock_timestamp())
$$;

-- How many records long lists have, a few seconds old, for all processes (server/collection/counts.ts).
create table list_counts (
  -- SHA-256 of what is counted.
  name bytea primary key,
  count integer not null,
  counted timestamptz not null,
  -- When a process last began to count again.
  claimed timestamptz not null
);
