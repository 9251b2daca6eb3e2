-- previous release: yes
-- Requests for interpretation, what people thought of them, who is online, and the released versions.

create table interpretations (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  channel text not null check (channel in ('online', 'live')),
  service_kind text not null default 'interpretation' check (service_kind in ('interpretation', 'transcription', 'both')),
  session_mode text not null check (session_mode in ('VRI', 'VRS')),
  location_type text not null check (location_type in ('remote', 'site')),
  queue_type text not null check (queue_type in ('emergency', 'commercial', 'incoming_call', 'social')),
  category text not null,
  -- Null: the person has been deleted; the figures stay.
  customer_id text references users (id) on delete set null,
  -- Null: nobody has taken it.
  interpreter_id text references users (id) on delete set null,
  created timestamptz not null,
  started timestamptz check (started >= created),
  ended timestamptz check (ended >= started),
  address text,
  phone text,
  note text,
  closure_note text,
  recording_state text check (recording_state in ('in_progress', 'pending', 'processing', 'ready'))
);
create index interpretations_created on interpretations (created desc, id);
create index interpretations_interpreter on interpretations (interpreter_id, created desc);
create index interpretations_customer on interpretations (customer_id, created desc);

create table feedback (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  interpretation_id text not null unique references interpretations (id) on delete cascade,
  interpreter_id text references users (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  video_quality integer check (video_quality between 1 and 5),
  interpreter_quality integer check (interpreter_quality between 1 and 5),
  notes text,
  waiting_seconds integer not null check (waiting_seconds >= 0),
  created timestamptz not null
);
create index feedback_created on feedback (created desc, id) include (rating);
create index feedback_interpreter on feedback (interpreter_id, created desc) include (rating);

-- A row while an interpreter is online, none while not.
create table presence (
  user_id text primary key references users (id) on delete cascade,
  online_since timestamptz not null
);

create table app_versions (
  platform text not null check (platform in ('android', 'apple', 'web', 'admin', 'backend')),
  version text not null,
  released timestamptz not null,
  primary key (platform, version)
);
create index app_versions_latest on app_versions (platform, released desc);
