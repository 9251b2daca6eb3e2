-- previous release: no
-- Partners with their venues, videos and people.

create table partner_categories (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  created timestamptz not null
);
call make_collection('partner_categories', 'id');
create unique index partner_categories_name on partner_categories (lower(name));

create table partners (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  contact_email text,
  -- E.164.
  phone text,
  -- A category with partners is not deleted.
  category_id text references partner_categories (id) on delete restrict,
  website text check (length(website) <= 200),
  custom_website text check (length(custom_website) <= 200),
  -- The application writes it in lower case, so a plain unique index is enough.
  slug text not null constraint partners_slug unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60),
  address text,
  -- The partner's only file.
  logo_id text references files (id) on delete set null,
  "visibleInApp" boolean not null default false,
  display_venue boolean not null default false,
  restrict_sessions boolean not null default false,
  created timestamptz not null
);
call make_collection('partners', 'id');
call owns_files('partners');
create index partners_name on partners (lower(name collate "und-x-icu"), id);
create index partners_category on partners (category_id) where category_id is not null;

-- The people of a partner. A partner with people is not deleted.
alter table users
  add column partner_id text references partners (id) on delete restrict,
  add constraint users_of_partner check (partner_id is null or role = 'partner');
create index users_partner on users (partner_id) where partner_id is not null;

-- The ids of all partners that there are and were. Interpretations refer to them and outlive their partner without being written again
-- (decision 203): a deleted partner has no row to join, so to every reader they have none.
create table partner_ids (id text primary key);

create function keep_partner_id() returns trigger language plpgsql as $$
begin
  insert into partner_ids values (new.id) on conflict do nothing;
  return new;
end $$;
create trigger partners_id before insert on partners for each row execute function keep_partner_id();

-- An id without interpretations is deleted with its partner.
create function drop_partner_id() returns trigger language plpgsql as $$
begin
  delete from partner_ids
  where id = old.id and not exists (select from interpretations where partner_id = old.id);
  return null;
exception when foreign_key_violation then
  -- An interpretation has come meanwhile.
  return null;
end $$;
create trigger partners_id_gone after delete on partners for each row execute function drop_partner_id();

create table venues (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  partner_id text not null references partners (id) on delete cascade,
  name text not null check (length(btrim(name)) >= 3),
  address text,
  created timestamptz not null
);
call make_collection('venues', 'id');
create index venues_partner on venues (partner_id, lower(name collate "und-x-icu"), id);

create table video_categories (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  created timestamptz not null
);
call make_collection('video_categories', 'id');
create unique index video_categories_name on video_categories (lower(name));

create table videos (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  partner_id text not null references partners (id) on delete cascade,
  title text not null check (length(btrim(title)) >= 3),
  category_id text references video_categories (id) on delete set null,
  -- A video is played from elsewhere, or from a file of ours.
  url text check (length(url) <= 200),
  file_id text references files (id),
  -- A file of ours may have captions in a file beside it, with their language (BCP 47).
  captions_id text references files (id),
  captions_language text,
  created timestamptz not null,
  constraint videos_source check ((url is null) <> (file_id is null)),
  constraint videos_captions
    check ((captions_id is null) = (captions_language is null) and (captions_id is null or file_id is not null))
);
call make_collection('videos', 'id');
call owns_files('videos');
create index videos_partner on videos (partner_id, created desc, id);
create index videos_category on videos (category_id) where category_id is not null;
