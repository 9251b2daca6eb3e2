-- previous release: yes
-- Files: what they are and whose, and their bytes in pieces, so that a process never holds a whole one.

-- The bytes of one file. It is there before the file is: while somebody uploads, and when they gave up.
create table file_contents (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  begun timestamptz not null,
  -- Whether a file stands for it.
  kept boolean not null default false
);
create index file_contents_given_up on file_contents (begun) where not kept;

create table file_chunks (
  content_id text not null references file_contents (id) on delete cascade,
  position integer not null check (position >= 0),
  bytes bytea not null,
  primary key (content_id, position)
);
-- Pictures and films are compressed as they come.
alter table file_chunks alter column bytes set storage external;

create table files (
  id text primary key references file_contents (id),
  purpose text not null check (purpose in ('logo', 'slider', 'reservation', 'video', 'recording')),
  -- What the person called it, made harmless; a label, never a path.
  name text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null,
  -- In pixels; null where it is no picture.
  width integer,
  height integer,
  uploaded_by text references users (id) on delete set null,
  created timestamptz not null,
  -- The one record that it belongs to; null: nobody's yet, and gone after a day.
  collection text,
  record_id text,
  check ((collection is null) = (record_id is null))
);
call make_collection('files', 'id');
create index files_unclaimed on files (created) where record_id is null;
create index files_record on files (collection, record_id, created);
create index files_uploaded_by on files (uploaded_by) where uploaded_by is not null;

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

-- Lets the records of a collection own files: theirs go with them, whoever deletes.
create procedure owns_files(name text) language plpgsql as $$
begin
  execute format(
    'create trigger %I after delete on %I for each row execute function drop_files_of_record()', name || '_files', name
  );
end $$;

-- Keys that all processes share and nobody types in.
create table secrets (
  name text primary key,
  value bytea not null
);
insert into secrets (name, value)
values ('file-links', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
