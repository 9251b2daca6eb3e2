-- previous release: no
-- Contents of files are encrypted, each with a data key of its own, which a key of the deployment wraps. The release before cannot decrypt them.
alter table file_contents
  -- The key of the deployment, and the data key that it wraps; null while every chunk is plain.
  add column key_id text,
  add column data_key bytea,
  -- Chunks from this position on are plain; null: none. Rows of the video platform, and those from before, begin plain.
  add column plain_from integer default 0,
  add constraint file_contents_keyed
    check ((key_id is null) = (data_key is null) and (key_id is not null or coalesce(plain_from, -1) = 0));
create index file_contents_plain on file_contents (begun) where kept and plain_from is not null;
create index file_contents_key on file_contents (key_id) where key_id is not null;
