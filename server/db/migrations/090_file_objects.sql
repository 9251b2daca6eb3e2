-- previous release: yes
-- The bytes of a content may be an object of a bucket. The release before cannot read those: move them back before it is deployed.
alter table file_contents
  -- The name of the object; null: the bytes are in file_chunks. A name is used once, so that deleting never hits a newer object.
  add column object text check (object ~ '^[0-9a-f]{24}$');
create unique index file_contents_object on file_contents (object) where object is not null;
create index file_contents_in_database on file_contents (id) where kept and object is null;

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

-- The folder of this database in a bucket, which other deployments may share.
insert into secrets (name, value) values ('file-objects', decode(substr(replace(gen_random_uuid()::text, '-', ''), 1, 24), 'hex'));
