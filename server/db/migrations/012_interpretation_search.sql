-- previous release: yes
-- What the search of interpretations looks at in the request itself; people are found by what they are found by elsewhere.

alter table interpretations add column search_text text not null generated always as (
  folded(' ' || coalesce(note, '') || ' ' || coalesce(closure_note, '') || ' ' || coalesce(address, '')
    || coalesce(' ' || phone || ' ' || substr(phone, 2), ''))
) stored;
create index interpretations_search on interpretations using gin (search_text gin_trgm_ops);
