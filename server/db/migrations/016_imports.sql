-- previous release: yes
-- Imports of records from files (decisions 374 to 376).

create table imports (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  kind text not null check (kind in ('users', 'partners', 'venues', 'contacts', 'shifts', 'reservations', 'interpretations')),
  file_name text not null,
  state text not null check (state in ('uploaded', 'checking', 'checked', 'writing', 'written', 'undoing', 'undone')),
  -- Why the last step failed: a code of the error catalogue.
  error text,
  encoding text,
  delimiter text,
  sheet text,
  sheets text[] not null,
  headers text[] not null,
  -- By field: the position of its column.
  mapping jsonb not null,
  rows integer not null check (rows >= 0),
  -- How many rows have been checked.
  progress integer not null default 0,
  only_good boolean not null default false,
  -- Whether people are mailed: an invitation, or the news about their shifts and reservations.
  notifies boolean not null default false,
  -- How many people would be mailed.
  people_to_notify integer not null default 0,
  -- The number of rows by result, and of those that an undo left, once written: the rows are deleted a day later.
  counts jsonb,
  created timestamptz not null,
  created_by text references users (id) on delete set null,
  acted_by text references users (id) on delete set null,
  written timestamptz,
  undone timestamptz
);
create index imports_created on imports (created desc, id);
create index imports_created_by on imports (created_by);
create index imports_acted_by on imports (acted_by);
call announce_changes('imports', 'imports', 'changed.id');

-- Rows are kept for a day, in which an import can be undone.
create table import_rows (
  import_id text not null references imports (id) on delete cascade,
  -- The line of the file, or the row of the sheet.
  number integer not null,
  cells text[] not null,
  -- Null: not checked yet.
  result text check (result in ('new', 'changed', 'unchanged', 'refused')),
  -- Why it is refused: field, code and value of each reason.
  issues jsonb,
  -- What would change: by field the value before and after.
  changes jsonb,
  record_id text,
  -- The written columns before the import; null: the import has made the record.
  before jsonb,
  -- The version of the record after the import has written it; null: not written.
  version integer,
  -- Why an undo left it: a code of the error catalogue.
  left_because text,
  created timestamptz not null,
  primary key (import_id, number)
);
create index import_rows_record on import_rows (record_id) where record_id is not null;

-- What other systems call a record. Files name records by it.
create table external_ids (
  kind text not null,
  external_id text not null,
  record_id text not null,
  created timestamptz not null,
  primary key (kind, external_id)
);
create index external_ids_record on external_ids (record_id);

create function drop_external_ids() returns trigger language plpgsql as $$
begin
  delete from external_ids where record_id in (select id from was_there);
  return null;
end $$;
create trigger users_external_ids after delete on users
referencing old table as was_there for each statement execute function drop_external_ids();
create trigger partners_external_ids after delete on partners
referencing old table as was_there for each statement execute function drop_external_ids();
create trigger venues_external_ids after delete on venues
referencing old table as was_there for each statement execute function drop_external_ids();
create trigger contacts_external_ids after delete on contacts
referencing old table as was_there for each statement execute function drop_external_ids();
create trigger shifts_external_ids after delete on shifts
referencing old table as was_there for each statement execute function drop_external_ids();
create trigger reservations_external_ids after delete on reservations
referencing old table as was_there for each statement execute function drop_external_ids();
create trigger interpretations_external_ids after delete on interpretations
referencing old table as was_there for each statement execute function drop_external_ids();
