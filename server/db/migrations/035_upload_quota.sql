-- previous release: yes
-- What somebody is uploading now counts before it is a file: who, and how many bytes it may become.
alter table file_contents
  add column uploaded_by text references users (id) on delete set null,
  add column reserved bigint not null default 0 check (reserved >= 0);
create index file_contents_uploading on file_contents (uploaded_by) where not kept and uploaded_by is not null;
