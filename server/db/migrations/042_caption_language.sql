-- The language of captions (BCP 47), stored with their file; null while it is unknown.
alter table files add column language text;
alter table files add constraint files_language
  check (language is null or (media_type = 'text/vtt' and language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'));
