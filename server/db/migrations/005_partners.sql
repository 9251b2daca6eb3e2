-- previous release: no
-- Partners, and what hangs on them: their venues, their videos, their people.

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
  -- Kept in lower case by the application, so that a plain unique index is enough.
  slug text not null constraint partners_slug unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60),
  address text,
  "visibleInApp" boolean not null default false,
  display_venue boolean not null default false,
  restrict_sessions boolean not null default false,
  created timestamptz not null
);
call make_collection('partners', 'id');
create index partners_name on partners (lower(name), id);
create index partners_category on partners (category_id) where category_id is not null;

create table venues (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  partner_id text not null references partners (id) on delete cascade,
  name text not null check (length(btrim(name)) >= 3),
  address text,
  created timestamptz not null
);
call make_collection('venues', 'id');
create index venues_partner on venues (partner_id, lower(name), id);

create table video_categories (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  created timestamptz not null
);
create unique index video_categories_name on video_categories (lower(name));
call make_collection('video_categories', 'id');

create table videos (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  partner_id text not null references partners (id) on delete cascade,
  title text not null check (length(btrim(title)) >= 3),
  category_id text references video_categories (id) on delete set null,
  url text check (length(url) <= 200),
  created timestamptz not null
);
call make_collection('videos', 'id');
create index videos_partner on videos (partner_id, created desc, id);
create index videos_category on videos (category_id) where category_id is not null;

-- The people of a partner. No partner is deleted that still has some.
alter table users
  add column partner_id text references partners (id) on delete restrict,
  add constraint users_of_partner check (partner_id is null or role = 'partner');
create index users_partner on users (partner_id) where partner_id is not null;
