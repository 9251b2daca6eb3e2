-- previous release: yes
-- What every collection of records shares: a version per row, a trail of who wrote what, answers that are not given twice.

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- No foreign keys: the trail outlives whoever and whatever it is about.
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
create index audit_entries_person on audit_entries (person_id, id desc);

-- A row as the trail keeps it: neither secrets nor what only the machinery needs.
create function audited(row_values jsonb) returns jsonb language sql immutable as $$
  select row_values - array['password_hash', 'version']
$$;

-- One entry per written row, in the writer's own transaction. Who calls, and what for, stands in signboard.call as JSON;
-- a write from elsewhere has neither. signboard.audit = 'off' is for filling an empty database.
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

-- Makes a table a collection: its rows get a version that every change raises, and every write a line in the trail.
create procedure make_collection(name text, key text) language plpgsql as $$
begin
  execute format('alter table %I add column version integer not null default 1', name);
  execute format('create trigger %I before update on %I for each row execute function next_version()', name || '_version', name);
  execute format(
    'create trigger %I after insert or update or delete on %I for each row execute function write_audit(%L)',
    name || '_audit', name, key
  );
end $$;

create table idempotency_keys (
  person_id text not null references users (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, path and body.
  request_hash bytea not null,
  status integer not null,
  answer jsonb,
  created timestamptz not null,
  expires timestamptz not null,
  primary key (person_id, key)
);
create index idempotency_keys_expires on idempotency_keys (expires);

create table password_resets (
  -- SHA-256 of the token; the token itself is in the mail only.
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  created timestamptz not null,
  expires timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires);

-- Another password, or another address to send one to, makes every link sent before worthless, whoever writes the row.
create function end_password_resets() returns trigger language plpgsql as $$
begin
  delete from password_resets where user_id = new.id;
  return null;
end $$;

create trigger users_end_password_resets after update on users for each row
when (old.password_hash is distinct from new.password_hash or old.email <> new.email)
execute function end_password_resets();

call make_collection('users', 'id');
call make_collection('departments', 'id');
create index users_last_name on users (lower(last_name), lower(first_name), id);

create table contacts (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  "phoneNumber" text not null,
  created timestamptz not null
);
call make_collection('contacts', 'id');

create table partner_categories (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  created timestamptz not null
);
create unique index partner_categories_name on partner_categories (lower(name));
call make_collection('partner_categories', 'id');

-- A queue type without a row has no priority yet.
create table queue_priorities (
  queue_type text primary key check (queue_type in ('emergency', 'commercial', 'incoming_call', 'social')),
  priority integer not null check (priority between 1 and 100)
);
call make_collection('queue_priorities', 'queue_type');
