-- previous release: yes
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
