-- previous release: yes
-- Who has the form of a record open. Open forms renew their rows; others expire.
create table editors (
  session bytea not null references sessions (token_hash) on delete cascade,
  -- An id of the browser, for one open form.
  form text not null check (form ~ '^[0-9a-f]{24}$'),
  person_id text not null references users (id) on delete cascade,
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
  'array(select person_id from editors where kind = changed.kind and record_id = changed.record_id)', 'null::text[]');
create trigger editors_announced_delete after delete on editors referencing old table as rows_before
for each statement execute function announce('editors', 'changed.record_id',
  'array(select person_id from editors where kind = changed.kind and record_id = changed.record_id)', 'null::text[]');
