-- previous release: yes
-- Contacts, queue priorities, slider images, closure categories, and the released versions.

create table contacts (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  "phoneNumber" text not null,
  created timestamptz not null
);
call make_collection('contacts', 'id');

-- A queue type without a row has no priority yet.
create table queue_priorities (
  queue_type text primary key check (queue_type in ('emergency', 'commercial', 'incoming_call', 'social')),
  priority integer not null check (priority between 1 and 100)
);
call audit_changes('queue_priorities', 'queue_type');
call announce_changes('queue_priorities', 'queues', 'changed.queue_type');

-- Writers of a list in which rows have positions wait for each other.
create function lock_places(list text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('signboard.places.' || list))
$$;

-- The picture is the file that belongs to the row.
create table sliders (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  title text not null check (length(btrim(title)) >= 3),
  -- From 1, without gaps.
  position integer not null check (position >= 1),
  created timestamptz not null,
  constraint sliders_position unique (position) deferrable initially immediate
);
call make_collection('sliders', 'id');
call owns_files('sliders');

create function place_slider() returns trigger language plpgsql as $$
begin
  perform lock_places('sliders');
  if tg_op = 'INSERT' then
    new.position := (select coalesce(max(position), 0) + 1 from sliders);
    return new;
  end if;
  update sliders set position = position - 1 where position > old.position;
  return null;
end $$;
create trigger sliders_last before insert on sliders for each row execute function place_slider();
create trigger sliders_close_gap after delete on sliders for each row execute function place_slider();

create table closure_categories (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  title text not null check (length(btrim(title)) >= 3),
  -- From 1, without gaps, among the main categories or among those of one parent.
  position integer not null check (position >= 1),
  parent_id text,
  main boolean not null generated always as (parent_id is null) stored,
  -- What a parent is: with it the foreign key asks for a main category, so that there are two levels and no cycle.
  parent_main boolean generated always as (case when parent_id is not null then true end) stored,
  "group" text check (length(btrim("group")) >= 3),
  created timestamptz not null,
  unique (id, main),
  constraint closure_categories_parent foreign key (parent_id, parent_main) references closure_categories (id, main),
  constraint closure_categories_position unique nulls not distinct (parent_id, position) deferrable initially immediate
);
call make_collection('closure_categories', 'id');
create unique index closure_categories_title on closure_categories (coalesce(parent_id, ''), lower(title));

create function place_closure_category() returns trigger language plpgsql as $$
begin
  perform lock_places('closure_categories');
  if tg_when = 'BEFORE' then
    new.position := (
      select coalesce(max(position), 0) + 1 from closure_categories where parent_id is not distinct from new.parent_id
    );
    return new;
  end if;
  update closure_categories set position = position - 1
  where parent_id is not distinct from old.parent_id and position > old.position;
  return null;
end $$;
create trigger closure_categories_last before insert on closure_categories
for each row execute function place_closure_category();
create trigger closure_categories_moved before update on closure_categories
for each row when (old.parent_id is distinct from new.parent_id) execute function place_closure_category();
create trigger closure_categories_close_gap after delete on closure_categories
for each row execute function place_closure_category();
create trigger closure_categories_moved_away after update on closure_categories
for each row when (old.parent_id is distinct from new.parent_id) execute function place_closure_category();

create table app_versions (
  platform text not null check (platform in ('android', 'apple', 'web', 'admin', 'backend')),
  version text not null,
  released timestamptz not null,
  primary key (platform, version)
);
create index app_versions_latest on app_versions (platform, released desc);
