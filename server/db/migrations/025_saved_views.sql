-- previous release: yes
-- The views that people keep of screens. They are nothing of the service's records, so the trail does not tell of them.

create table saved_views (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  person_id text not null references users (id) on delete cascade,
  screen text not null check (length(screen) <= 60),
  name text not null check (length(btrim(name)) >= 3),
  address text not null check (length(address) <= 2000),
  created timestamptz not null,
  version integer not null default 1
);
create trigger saved_views_version before update on saved_views for each row execute function next_version();
create unique index saved_views_name on saved_views (person_id, screen, lower(name));
