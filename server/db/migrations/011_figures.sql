-- previous release: yes
-- Figures over long times: sums by the hour of the request and by what tells all requests apart (decision 148). A ledger: whoever
-- writes requests or ratings adds lines to it, in the same transaction, and waits for nobody; lines of the same hour are merged
-- now and then.

create table figure_hours (
  -- Of UTC.
  hour timestamptz not null,
  channel text not null,
  session_mode text not null,
  service_kind text not null,
  location_type text not null,
  requests integer not null default 0,
  answered integer not null default 0,
  abandoned integer not null default 0,
  waiting integer not null default 0,
  unknown integer not null default 0,
  waiting_seconds bigint not null default 0,
  -- Answered within the limit of `service_level`.
  in_time integer not null default 0,
  ended integer not null default 0,
  duration_seconds bigint not null default 0,
  ratings integer not null default 0,
  rating_sum integer not null default 0,
  -- With the others of its hour.
  merged boolean not null default false
);
-- The limit that `in_time` was counted with: at most one row. Written by `set_service_level` only.
create table service_level (
  seconds integer not null
);

-- In seconds. 30 is the default of the manifest.
create function service_level_seconds() returns integer language sql stable as $$
  select coalesce((select seconds from service_level), 30)
$$;

create index figure_hours_hour on figure_hours (hour);
create index figure_hours_new on figure_hours (hour) where not merged;

-- Adds the figures of some requests to the ledger and subtracts those of others. Plain SQL, as a statement made of text is planned at each call.
create function add_request_figures(added interpretations[], removed interpretations[]) returns void language sql as $$
  insert into figure_hours (
    hour, channel, session_mode, service_kind, location_type,
    requests, answered, abandoned, waiting, unknown, waiting_seconds, in_time, ended, duration_seconds
  )
  select * from (
    select
      date_trunc('hour', created, 'UTC'), channel, session_mode, service_kind, location_type,
      sum(sign) as requests,
      coalesce(sum(sign) filter (where outcome = 'answered'), 0) as answered,
      coalesce(sum(sign) filter (where outcome = 'abandoned'), 0) as abandoned,
      coalesce(sum(sign) filter (where outcome = 'waiting'), 0) as waiting,
      coalesce(sum(sign) filter (where outcome = 'unknown'), 0) as unknown,
      coalesce(sum(sign * waiting_seconds), 0) as waiting_seconds,
      coalesce(sum(sign) filter (where waiting_seconds <= (select service_level_seconds())), 0) as in_time,
      coalesce(sum(sign) filter (where duration_seconds is not null), 0) as ended,
      coalesce(sum(sign * duration_seconds), 0) as duration_seconds
    from (
      select 1 as sign, request.* from unnest(added) as request
      union all select -1, request.* from unnest(removed) as request
    ) as signed
    group by 1, 2, 3, 4, 5
  ) as line
  where (requests, answered, abandoned, waiting, unknown, waiting_seconds, in_time, ended, duration_seconds) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
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

-- Counts all requests with another limit, once; nothing happens if it is the present one.
create function set_service_level(wanted integer) returns void language plpgsql as $$
begin
  if service_level_seconds() = wanted then
    return;
  end if;
  -- Nobody writes requests meanwhile, so that each is counted with one limit.
  lock table interpretations in share row exclusive mode;
  insert into figure_hours (hour, channel, session_mode, service_kind, location_type, in_time)
  select * from (
    select
      date_trunc('hour', created, 'UTC'), channel, session_mode, service_kind, location_type,
      count(*) filter (where waiting_seconds <= wanted)
        - count(*) filter (where waiting_seconds <= (select service_level_seconds())) as in_time
    from interpretations
    group by 1, 2, 3, 4, 5
  ) as line
  where in_time <> 0;
  delete from service_level;
  insert into service_level values (wanted);
end $$;

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
create trigger interpretations_figures_new after insert on interpretations
referencing new table as now_there for each statement execute function keep_request_figures();
create trigger interpretations_figures_changed after update on interpretations
referencing old table as was_there new table as now_there for each statement execute function keep_request_figures();
create trigger interpretations_figures_gone after delete on interpretations
referencing old table as was_there for each statement execute function keep_request_figures();

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
create trigger feedback_figures_new after insert on feedback
referencing new table as now_there for each statement execute function keep_rating_figures();
create trigger feedback_figures_changed after update on feedback
referencing old table as was_there new table as now_there for each statement execute function keep_rating_figures();
create trigger feedback_figures_gone after delete on feedback
referencing old table as was_there for each statement execute function keep_rating_figures();

-- Merges the lines of each hour that has new ones. It inserts again whatever it deletes, so nobody sees another sum before, meanwhile or
-- after; one at a time.
create function merge_figures() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('signboard.figures')) then
    return;
  end if;
  with gone as (
    delete from figure_hours where hour in (select hour from figure_hours where not merged) returning *
  )
  insert into figure_hours
  select * from (
    select
      hour, channel, session_mode, service_kind, location_type,
      sum(requests) as requests, sum(answered) as answered, sum(abandoned) as abandoned, sum(waiting) as waiting,
      sum(unknown) as unknown, sum(waiting_seconds) as waiting_seconds, sum(in_time) as in_time, sum(ended) as ended,
      sum(duration_seconds) as duration_seconds, sum(ratings) as ratings, sum(rating_sum) as rating_sum, true
    from gone
    group by 1, 2, 3, 4, 5
  ) as line
  where (requests, answered, abandoned, waiting, unknown, waiting_seconds, in_time, ended, duration_seconds, ratings, rating_sum)
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
end $$;
