-- previous release: yes
-- What the server stores for pages of the dashboard.

-- The views of screens that people have saved. They are no records of the service, so the audit log leaves them out.
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

-- Answers to writes, so that a repeated one gets the same answer and writes nothing.
create table idempotency_keys (
  person_id text not null references users (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, path and body.
  request_hash bytea not null,
  status integer not null,
  answer jsonb,
  created timestamptz not null,
  expires timestamptz not null,
  primary key (person_id, key)
);
create index idempotency_keys_expires on idempotency_keys (expires);

-- Who has the form of a record open. Open forms renew their rows; others expire.
create table editors (
  session bytea not null references sessions (token_hash) on delete cascade,
  -- An id of the browser, for one open form.
  form text not null check (form ~ '^[0-9a-f]{24}$'),
  person_id text not null references users (id) on delete cascade,
  -- Both empty after the form was closed, so that a call that was under way does not open it again.
  kind text not null,
  record_id text not null,
  expires timestamptz not null,
  primary key (session, form)
);
create index editors_record on editors (kind, record_id);
create index editors_person on editors (person_id);
create index editors_expires on editors (expires);

-- Only those who have the form of the record open hear of it. Renewing a row changes nothing for them.
create trigger editors_announced_insert after insert on editors referencing new table as rows_now
for each statement execute function announce('editors', 'changed.record_id',
  'array(select person_id from editors where kind = changed.kind and record_id = changed.record_id and kind <> '''')', 'null::text[]');
create trigger editors_announced_delete after delete on editors referencing old table as rows_before
for each statement execute function announce('editors', 'changed.record_id',
  'array(select person_id from editors where kind = changed.kind and record_id = changed.record_id and kind <> '''')', 'null::text[]');
