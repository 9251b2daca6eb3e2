-- previous release: yes
-- The interpreters of a calendar, by name.
create index users_interpreters on users (lower(last_name), lower(first_name), id) where role = 'interpreter';

-- What a reservation itself is found by; people and partners are found by what they are found by elsewhere.
alter table reservations add column search_text text not null generated always as (
  folded(' ' || name || coalesce(' ' || address, '') || coalesce(' ' || note, ''))
) stored;
create index reservations_search on reservations using gin (search_text gin_trgm_ops);
