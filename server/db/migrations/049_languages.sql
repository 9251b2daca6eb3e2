-- previous release: yes
-- The API accepts the languages of contract/languages.ts only, so that a new one needs no migration.
alter table users drop constraint users_language_check;
