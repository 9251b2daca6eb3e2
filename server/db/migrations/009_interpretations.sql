-- previous release: no
-- What is kept of a request: where it came from, what became of it, and its recordings.

alter table interpretations
  -- Asked for now, or reserved beforehand.
  add column kind text not null default 'immediate' check (kind in ('immediate', 'reserved')),
  -- How what is said is written down; only with transcription.
  add column caption_type text check (caption_type in ('chat', 'caption')),
  -- Null: the partner or the category has been deleted, or there never was one.
  add column partner_id text,
  add column closure_category_id text,
  -- The one definition of each; read by lists, figures and exports alike. Nothing is answered after it has ended.
  add column outcome text not null generated always as (
    case when started is not null then 'answered' when ended is not null then 'abandoned' else 'waiting' end
  ) stored,
  -- Whole seconds from the request to the answer; null where nobody answered.
  add column waiting_seconds integer generated always as (extract(epoch from started - created)::integer) stored,
  -- Whole seconds from the answer to the end; null while it lasts, and where nobody answered.
  add column duration_seconds integer generated always as (extract(epoch from ended - started)::integer) stored,
  add constraint interpretations_ended_after_created check (ended >= created),
  add constraint interpretations_site_is_live check (location_type = 'remote' or channel = 'live'),
  add constraint interpretations_captions check (caption_type is null or service_kind <> 'interpretation'),
  -- A request has as many recordings as were made; how far each is stands there.
  drop column recording_state;
call make_collection('interpretations', 'id');

-- Each ordering of the list, both ways; the id breaks ties.
drop index interpretations_created;
create index interpretations_created on interpretations (created, id);
create index interpretations_category on interpretations (category, id);
create index interpretations_waiting_seconds on interpretations (waiting_seconds, id);
create index interpretations_duration_seconds on interpretations (duration_seconds, id);
-- What a screen asks for: one channel, a partner's, a closure category's, what is under way, what nobody answered.
create index interpretations_channel on interpretations (channel, created, id);
create index interpretations_partner on interpretations (partner_id, created desc) where partner_id is not null;
create index interpretations_closure on interpretations (closure_category_id, created desc) where closure_category_id is not null;
create index interpretations_under_way on interpretations (created, id) where ended is null;
create index interpretations_abandoned on interpretations (created, id) where outcome = 'abandoned';

create table recordings (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  interpretation_id text not null references interpretations (id) on delete cascade,
  media_kind text not null check (media_kind in ('audio', 'video')),
  state text not null default 'in_progress' check (state in ('in_progress', 'pending', 'processing', 'ready')),
  -- Read from the file itself; null until it has been processed. Some files do not say how long they are.
  duration_seconds integer check (duration_seconds >= 0),
  size bigint check (size > 0),
  -- Why processing gave up, as a code; with it the recording waits for somebody to ask again.
  error text,
  created timestamptz not null,
  -- From when on it is deleted, with its file.
  expires timestamptz not null check (expires > created),
  check (state <> 'ready' or (size is not null and error is null))
);
call make_collection('recordings', 'id');
create index recordings_interpretation on recordings (interpretation_id, created, id);
create index recordings_under_way on recordings (state, interpretation_id) where state <> 'ready';
create index recordings_expires on recordings (expires);
call owns_files('recordings');

-- in_progress → pending → processing → ready, and back to pending with the reason why processing failed. Nothing else,
-- whoever writes the row.
create function check_recording_state() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) in (('in_progress', 'pending'), ('pending', 'processing'), ('processing', 'ready'))
    or (old.state = 'processing' and new.state = 'pending' and new.error is not null) then
    return new;
  end if;
  raise exception 'a recording does not go from % to %', old.state, new.state
    using errcode = '23514', constraint = 'recordings_transition';
end $$;

create trigger recordings_transition before update on recordings for each row when (old.state <> new.state)
execute function check_recording_state();

-- Work that no call waits for, one row per thing to be done. Any number of processes take from it (FOR UPDATE SKIP LOCKED).
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- How often it was taken up, by processes that died among them.
  tries integer not null default 0,
  -- From when on it may be taken up: after a failure later, and once more when whoever runs it has not been heard of.
  due timestamptz not null,
  -- Whose it is while it runs; nobody else can finish it.
  claim text,
  error text,
  ended timestamptz,
  check ((state = 'running') = (claim is not null)),
  check ((state in ('done', 'failed')) = (ended is not null))
);
-- Nothing is done twice at a time.
create unique index tasks_open on tasks (kind, subject_id) where state in ('waiting', 'running');
create index tasks_due on tasks (due, id) where state in ('waiting', 'running');
create index tasks_ended on tasks (ended) where ended is not null;

-- What somebody has asked for, and how far it is: the tasks that it waits for, which other jobs may wait for, too.
create table jobs (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  kind text not null,
  created timestamptz not null
);
create index jobs_created on jobs (created);

create table job_tasks (
  job_id text not null references jobs (id) on delete cascade,
  task_id bigint not null references tasks (id) on delete cascade,
  primary key (job_id, task_id)
);
create index job_tasks_task on job_tasks (task_id);
