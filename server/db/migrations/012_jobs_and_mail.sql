-- previous release: yes
-- Work that no call waits for, and mails that wait to be sent.

-- One row per thing to do. Any number of processes take from it (FOR UPDATE SKIP LOCKED).
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- How often it was taken, also by processes that died.
  tries integer not null default 0,
  -- When it may be taken: after a failure later, and again when the process that runs it has not been heard of.
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

-- What somebody has asked for. How far it is, its tasks tell; other jobs may wait for the same ones.
create table jobs (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  kind text not null,
  created timestamptz not null,
  -- The server notifies this person when it ends.
  created_by text references users (id) on delete set null
);
create index jobs_created on jobs (created);
create index jobs_created_by on jobs (created_by) where created_by is not null;

create table job_tasks (
  job_id text not null references jobs (id) on delete cascade,
  task_id bigint not null references tasks (id) on delete cascade,
  primary key (job_id, task_id)
);
create index job_tasks_task on job_tasks (task_id);

-- Mails that the transaction adds of which they tell. A row is deleted when its mail is sent or given up.
create table mail_outbox (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Each an object of filename, method and content.
  calendars jsonb not null default '[]',
  created timestamptz not null,
  -- When it is tried next. The process that takes it writes a later time first, so that it is tried again if the process dies.
  due timestamptz not null,
  -- After that it is no news any more.
  until timestamptz not null,
  tries integer not null default 0,
  -- What the mail server said to the last try.
  failure text
);
create index mail_outbox_due on mail_outbox (due, id);
