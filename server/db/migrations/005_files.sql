-- previous release: yes
-- Files: what they are and whose, and their bytes in chunks, so that no process holds a whole file.

-- The bytes of one file. It exists before the file does: while somebody uploads, and after they gave up.
create table file_contents (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  begun timestamptz not null,
  -- Whether there is a file for it.
  kept boolean not null default false,
  -- Until there is: who uploads, and how many bytes it may become, which count for the quota.
  uploaded_by text references users (id) on delete set null,
  reserved bigint not null default 0 check (reserved >= 0),
  -- The key of the deployment, and the data key of this content that it wraps; null while every chunk is plain.
  key_id text,
  data_key bytea,
  -- Chunks from this position on are plain; null: none. Rows of the video platform begin plain.
  plain_from integer default 0,
  -- The name of the object in a bucket; null: the bytes are in file_chunks. A name is used once, so that deleting never hits a newer object.
  object text check (object ~ '^[0-9a-f]{24}$'),
  constraint file_contents_keyed
    check ((key_id is null) = (data_key is null) and (key_id is not null or coalesce(plain_from, -1) = 0))
);
create index file_contents_given_up on file_contents (begun) where not kept;
create index file_contents_uploading on file_contents (uploaded_by) where not kept and uploaded_by is not null;
create index file_contents_plain on file_contents (begun) where kept and plain_from is not null;
create index file_contents_key on file_contents (key_id) where key_id is not null;
create unique index file_contents_object on file_contents (object) where object is not null;
create index file_contents_in_database on file_contents (id) where kept and object is null;

create table file_chunks (
  content_id text not null references file_contents (id) on delete cascade,
  position integer not null check (position >= 0),
  bytes bytea not null,
  primary key (content_id, position)
);
-- Pictures and films are compressed already.
alter table file_chunks alter column bytes set storage external;

-- Objects whose content was deleted or moved, until they are deleted from the bucket.
create table dropped_objects (
  object text primary key,
  dropped timestamptz not null default now()
);

create function note_dropped_object() returns trigger language plpgsql as $$
begin
  insert into dropped_objects (object) values (old.object) on conflict do nothing;
  return null;
end $$;
create trigger file_contents_object_deleted after delete on file_contents for each row
when (old.object is not null) execute function note_dropped_object();
create trigger file_contents_object_moved after update of object on file_contents for each row
when (old.object is not null and old.object is distinct from new.object) execute function note_dropped_object();

create table files (
  id text primary key references file_contents (id),
  purpose text not null check (purpose in ('logo', 'slider', 'reservation', 'video', 'captions', 'recording')),
  -- The name that the person gave it, made harmless; a label, never a path.
  name text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null,
  -- In pixels; null if it is no picture.
  width integer,
  height integer,
  uploaded_by text references users (id) on delete set null,
  created timestamptz not null,
  -- The one record that it belongs to; null: none yet. Then it is deleted after a day.
  collection text,
  record_id text,
  check ((collection is null) = (record_id is null))
);
call audit_changes('files', 'id');
create index files_unclaimed on files (created) where record_id is null;
create index files_record on files (collection, record_id, created);
create index files_uploaded_by on files (uploaded_by) where uploaded_by is not null;
create unique index files_one_per_slider on files (record_id) where collection = 'sliders';

create function drop_file_content() returns trigger language plpgsql as $$
begin
  delete from file_contents where id = old.id;
  return null;
end $$;
create trigger files_drop_content after delete on files for each row execute function drop_file_content();

create function drop_files_of_record() returns trigger language plpgsql as $$
begin
  delete from files where collection = tg_table_name and record_id = old.id;
  return null;
end $$;

-- Lets the records of a collection own files, which are deleted with them, whoever deletes.
create procedure owns_files(name text) language plpgsql as $$
begin
  execute format(
    'create trigger %I after delete on %I for each row execute function drop_files_of_record()', name || '_files', name
  );
end $$;

-- Random values that all processes share and nobody types in.
create table secrets (
  name text primary key,
  value bytea not null
);
insert into secrets (name, value) values
  -- The key that signs links to files.
  ('file-links', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))),
  -- The folder of this database in a bucket, which other deployments may share.
  ('file-objects', decode(substr(replace(gen_random_uuid()::text, '-', ''), 1, 24), 'hex'));
