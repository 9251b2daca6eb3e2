-- previous release: no
-- What figures are counted from over long times: sums by the hour of the request and by what all requests are told apart by
-- (docs/decisions/148). A ledger: whoever writes requests or ratings adds lines to it, in the same transaction, and waits for
-- nobody; lines of the same hour are put together now and then.
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
  waiting_seconds bigint not null default 0,
  -- Answered within 30 seconds.
  in_time integer not null default 0,
  ended integer not null default 0,
  duration_seconds bigint not null default 0,
  ratings integer not null default 0,
  rating_sum integer not null default 0,
  -- Put together with the others of its hour.
  merged boolean not null default false
);
create index figure_hours_hour on figure_hours (hour);
create index figure_hours_new on figure_hours (hour) where not merged;

-- A rating is told apart by what its request is told apart by, which never changes.
alter table feedback
  add column session_mode text,
  add column service_kind text,
  add column location_type text;
alter table feedback disable trigger user;
update feedback set session_mode = i.session_mode, service_kind = i.service_kind, location_type = i.location_type
from interpretations i where i.id = interpretation_id;
alter table feedback enable trigger user;
alter table feedback
  alter column session_mode set not null,
  alter column service_kind set not null,
  alter column location_type set not null;
create or replace function keep_request_of_feedback() returns trigger language plpgsql as $$
begin
  select i.created, i.channel, i.session_mode, i.service_kind, i.location_type
  into new.requested, new.channel, new.session_mode, new.service_kind, new.location_type
  from interpretations i where i.id = new.interpretation_id;
  return new;
end $$;

-- The lines that some rows make, as SQL; `rows` gives each with a sign: 1 for what there is now, -1 for what there was.
create function lines_of_requests(rows text) returns text language sql immutable as $$
  select format($sql$
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
      from (%s) as signed
      group by 1, 2, 3, 4, 5
    ) as line
    where (requests, answered, abandoned, waiting, waiting_seconds, in_time, ended, duration_seconds) <> (0, 0, 0, 0, 0, 0, 0, 0)
  $sql$, rows)
$$;
create function lines_of_ratings(rows text) returns text language sql immutable as $$
  select format($sql$
    insert into figure_hours (hour, channel, session_mode, service_kind, location_type, ratings, rating_sum)
    select * from (
      select
        date_trunc('hour', requested, 'UTC'), channel, session_mode, service_kind, location_type,
        sum(sign) as ratings, sum(sign * rating) as rating_sum
      from (%s) as signed
      group by 1, 2, 3, 4, 5
    ) as line
    where (ratings, rating_sum) <> (0, 0)
  $sql$, rows)
$$;

create function keep_figures() returns trigger language plpgsql as $$
declare
  rows text := case tg_op
    when 'INSERT' then 'select 1 as sign, * from now_there'
    when 'DELETE' then 'select -1 as sign, * from was_there'
    else 'select 1 as sign, * from now_there union all select -1, * from was_there'
  end;
begin
  execute case tg_table_name when 'feedback' then lines_of_ratings(rows) else lines_of_requests(rows) end;
  return null;
end $$;

create trigger interpretations_figures_new after insert on interpretations
referencing new table as now_there for each statement execute function keep_figures();
create trigger interpretations_figures_changed after update on interpretations
referencing old table as was_there new table as now_there for each statement execute function keep_figures();
create trigger interpretations_figures_gone after delete on interpretations
referencing old table as was_there for each statement execute function keep_figures();
create trigger feedback_figures_new after insert on feedback
referencing new table as now_there for each statement execute function keep_figures();
create trigger feedback_figures_changed after update on feedback
referencing old table as was_there new table as now_there for each statement execute function keep_figures();
create trigger feedback_figures_gone after delete on feedback
referencing old table as was_there for each statement execute function keep_figures();

-- Puts the lines of each hour together that has new ones. Whatever it takes out it puts in again, so nobody sees another sum
-- before, meanwhile or after; one at a time.
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
      sum(waiting_seconds) as waiting_seconds, sum(in_time) as in_time, sum(ended) as ended,
      sum(duration_seconds) as duration_seconds, sum(ratings) as ratings, sum(rating_sum) as rating_sum, true
    from gone
    group by 1, 2, 3, 4, 5
  ) as line
  where (requests, answered, abandoned, waiting, waiting_seconds, in_time, ended, duration_seconds, ratings, rating_sum)
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
end $$;

do $$
begin
  execute lines_of_requests('select 1 as sign, * from interpretations');
  execute lines_of_ratings('select 1 as sign, * from feedback');
  perform merge_figures();
end $$;
