-- previous release: yes
-- Indexes that lists are answered from (tests/protocol/serverPlans.test.ts).

create index users_approval_status on users (approval_status, id);

-- All that lists of requests can be narrowed to, in closed sets: a few hundred combinations, so the index keeps each once and
-- takes some ten bytes a request. Whichever of them a list is narrowed to, its count is read from here and not from the table.
create index interpretations_kinds on interpretations (
  channel, session_mode, service_kind, kind, location_type, queue_type, outcome, caption_type
);

create index audit_entries_act on audit_entries (act, id desc);

create index reservations_name on reservations (lower(name), id);
create index reservations_type on reservations (location_type, starts, id);
create index reservations_address on reservations (lower(address), id);
create index reservations_created on reservations (created, id);

-- Few people are suspended at a time.
create index users_suspended on users (created, id) where suspended_at is not null;
