-- previous release: no
-- Captions have a language (BCP 47), which is stored with their record; of recordings it may be unknown.
alter table recordings add column captions_language text;

-- A film of a partner may have captions in a file beside it.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('logo', 'slider', 'reservation', 'video', 'captions', 'recording'));
alter table videos
  add column captions_id text references files (id),
  add column captions_language text,
  add constraint videos_captions
    check ((captions_id is null) = (captions_language is null) and (captions_id is null or file_id is not null));
