-- previous release: no
-- What refers to closure categories, and how feedback is listed and searched.

-- A category that has closed a request stays.
alter table interpretations
  add constraint interpretations_closure_category_id_fkey
  foreign key (closure_category_id) references closure_categories (id);

alter table feedback add column search_text text not null generated always as (folded(' ' || coalesce(notes, ''))) stored;
create index feedback_search on feedback using gin (search_text gin_trgm_ops);

-- Each ordering of the list, both ways; the id breaks ties.
drop index feedback_created;
create index feedback_created on feedback (created, id) include (rating);
create index feedback_by_rating on feedback (rating, created, id);
create index feedback_by_waiting on feedback (waiting_seconds, id);
drop index feedback_interpreter;
create index feedback_interpreter on feedback (interpreter_id, created, id) include (rating);
