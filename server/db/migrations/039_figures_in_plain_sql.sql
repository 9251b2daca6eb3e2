-- previous release: no
-- The triggers of the figures in plain SQL: until now they built their statement as text (migration 023).

-- Adds the figures of some requests to the ledger and takes those of others off it.
create function add_request_figures(added interpretations[], removed interpretations[]) returns void language sql as $$
  insert into figure_hours (
    hour, channel, session_mode, service_kind, location_type,
    requests, answered, abandoned, waiting, waiting_seconds, in_time, ended, duration_seconds
  )
  select * from (
    select
      date_trunc('hour', created, 'UTC'), channel, session_mode, service_kind, location_type,
      sum(sign) as requests,
      coalesce(sum(sign) filter (where outcome = 'answered'), 0) as answered,
      coalesce(sum(sign) filter (where outcome = 'abandoned'), 0) as abandoned,
      coalesce(sum(sign) filter (where outcome = 'waiting'), 0) as waiting,
      coalesce(sum(sign * waiting_seconds), 0) as waiting_seconds,
      coalesce(sum(sign) filter (where waiting_seconds <= 30), 0) as in_time,
      coalesce(sum(sign) filter (where duration_seconds is not null), 0) as ended,
      coalesce(sum(sign * duration_seconds), 0) as duration_seconds
    from (
      select 1 as sign, request.* from unnest(added) as request
      union all select -1, request.* from unnest(removed) as request
    ) as signed
    group by 1, 2, 3, 4, 5
  ) as line
  where (requests, answered, abandoned, waiting, waiting_seconds, in_time, ended, duration_seconds) <> (0, 0, 0, 0, 0, 0, 0, 0)
$$;

-- The same for ratings.
create function add_rating_figures(added feedback[], removed feedback[]) returns void language sql as $$
  insert into figure_hours (hour, channel, session_mode, service_kind, location_type, ratings, rating_sum)
  select * from (
    select
      date_trunc('hour', requested, 'UTC'), channel, session_mode, service_kind, location_type,
      sum(sign) as ratings, sum(sign * rating) as rating_sum
    from (
      select 1 as sign, rated.* from unnest(added) as rated
      union all select -1, rated.* from unnest(removed) as rated
    ) as signed
    group by 1, 2, 3, 4, 5
  ) as line
  where (ratings, rating_sum) <> (0, 0)
$$;

create function keep_request_figures() returns trigger language plpgsql as $$
declare
  added interpretations[];
  removed interpretations[];
begin
  if tg_op <> 'DELETE' then
    select array_agg(row(now_there.*)::interpretations) into added from now_there;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(row(was_there.*)::interpretations) into removed from was_there;
  end if;
  perform add_request_figures(added, removed);
  return null;
end $$;

create function keep_rating_figures() returns trigger language plpgsql as $$
declare
  added feedback[];
  removed feedback[];
begin
  if tg_op <> 'DELETE' then
    select array_agg(row(now_there.*)::feedback) into added from now_there;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(row(was_there.*)::feedback) into removed from was_there;
  end if;
  perform add_rating_figures(added, removed);
  return null;
end $$;

create or replace trigger interpretations_figures_new after insert on interpretations
referencing new table as now_there for each statement execute function keep_request_figures();
create or replace trigger interpretations_figures_changed after update on interpretations
referencing old table as was_there new table as now_there for each statement execute function keep_request_figures();
create or replace trigger interpretations_figures_gone after delete on interpretations
referencing old table as was_there for each statement execute function keep_request_figures();
create or replace trigger feedback_figures_new after insert on feedback
referencing new table as now_there for each statement execute function keep_rating_figures();
create or replace trigger feedback_figures_changed after update on feedback
referencing old table as was_there new table as now_there for each statement execute function keep_rating_figures();
create or replace trigger feedback_figures_gone after delete on feedback
referencing old table as was_there for each statement execute function keep_rating_figures();

drop function keep_figures();
drop function lines_of_requests(text);
drop function lines_of_ratings(text);
