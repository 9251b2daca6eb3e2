-- previous release: yes
-- What video platforms have sent (decisions 357 to 359).

-- The received events, by which repeated ones are recognised.
create table platform_events (
  source text not null,
  event_id text not null,
  type text not null,
  subject text not null,
  at timestamptz not null,
  received timestamptz not null,
  -- No foreign key: it outlives the service account.
  account_id text not null,
  primary key (source, event_id)
);
create index platform_events_received on platform_events (received);

-- What is known of a request, customer, partner or interpreter of a source: for each fact the event that counts.
create table platform_subjects (
  source text not null,
  kind text not null check (kind in ('request', 'customer', 'partner', 'interpreter')),
  external_id text not null,
  -- The record made from the facts; null: they wait for the fact that makes it.
  record_id text,
  -- The external ids in the facts of a request.
  customer text,
  partner text,
  -- By name: the time and the id of the event; and its data as long as the record does not have them.
  facts jsonb not null,
  -- Whether a fact waits although there is a record.
  waiting boolean not null default false,
  changed timestamptz not null,
  primary key (source, kind, external_id)
);
create index platform_subjects_record on platform_subjects (record_id) where record_id is not null;
create index platform_subjects_customer on platform_subjects (source, customer) where customer is not null;
create index platform_subjects_partner on platform_subjects (source, partner) where partner is not null;
create index platform_subjects_waiting on platform_subjects (changed) where waiting or record_id is null;

-- The bytes of a recording and the event that names them, whichever arrives first.
create table platform_objects (
  source text not null,
  name text not null,
  recording_id text,
  file_id text references files (id) on delete cascade,
  created timestamptz not null,
  primary key (source, name)
);
create index platform_objects_recording on platform_objects (recording_id);
create index platform_objects_file on platform_objects (file_id);

-- Facts go with the record that was made from them.
create function drop_platform_subjects() returns trigger language plpgsql as $$
begin
  delete from platform_subjects where record_id in (select id from was_there);
  return null;
end $$;
create trigger interpretations_platform after delete on interpretations
referencing old table as was_there for each statement execute function drop_platform_subjects();
create trigger users_platform after delete on users
referencing old table as was_there for each statement execute function drop_platform_subjects();
create trigger partners_platform after delete on partners
referencing old table as was_there for each statement execute function drop_platform_subjects();

-- The requests of a customer who is gone do not belong to whoever gets the same external id later.
create function forget_platform_customer() returns trigger language plpgsql as $$
begin
  update platform_subjects set customer = null
  where kind = 'request' and source = old.source and customer = old.external_id;
  return null;
end $$;
create trigger platform_subjects_customer_gone after delete on platform_subjects for each row
when (old.kind = 'customer') execute function forget_platform_customer();
-- Uploads of recordings that may be resumed (tus). The bytes that have arrived are the chunks of the content with the same id.
create table platform_uploads (
  id text primary key references file_contents (id) on delete cascade,
  -- The service account that may continue. No foreign key: an upload goes after a day anyway.
  account_id text not null,
  source text not null,
  name text not null,
  length bigint not null check (length > 0),
  -- How many bytes count; the upload is complete when it has all.
  received bigint not null default 0 check (received between 0 and length),
  -- The call that may add bytes: the last one that began.
  writer text,
  -- The type, once the beginning has arrived.
  media_type text,
  -- The state of the hash after these bytes, encrypted as they are: it contains some of them.
  hash_state bytea,
  created timestamptz not null
);
create index platform_uploads_created on platform_uploads (created);
