-- previous release: no
-- What figures are counted from: everything that is added up, without a look at the tables themselves.

create index interpretations_figures on interpretations (created) include (
  channel, session_mode, outcome, waiting_seconds, duration_seconds
);

-- Ratings are counted by the moment of the request that they are about, and it never changes: kept with the rating, a
-- year of them is one stretch of an index.
alter table feedback add column requested timestamptz, add column channel text;
update feedback set requested = i.created, channel = i.channel from interpretations i where i.id = interpretation_id;
alter table feedback alter column requested set not null, alter column channel set not null;

create function keep_request_of_feedback() returns trigger language plpgsql as $$
begin
  select i.created, i.channel into new.requested, new.channel from interpretations i where i.id = new.interpretation_id;
  return new;
end $$;
create trigger feedback_keeps_request before insert or update of interpretation_id on feedback
for each row execute function keep_request_of_feedback();

create index feedback_figures on feedback (requested) include (channel, rating);
create index feedback_figures_of_interpreter on feedback (interpreter_id, requested) include (channel, rating);
