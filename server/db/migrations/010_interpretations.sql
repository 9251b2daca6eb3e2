-- previous release: yes
-- Requests for interpretation: where they came from, what became of them, their recordings, and what people thought of them.

create table interpretations (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  channel text not null check (channel in ('online', 'live')),
  service_kind text not null default 'interpretation' check (service_kind in ('interpretation', 'transcription', 'both')),
  session_mode text not null check (session_mode in ('VRI', 'VRS')),
  location_type text not null check (location_type in ('remote', 'site')),
  queue_type text not null check (queue_type in ('emergency', 'commercial', 'incoming_call', 'social')),
  category text not null,
  -- Asked for now, or reserved beforehand.
  kind text not null default 'immediate' check (kind in ('immediate', 'reserved')),
  -- How what is said is written down; only with transcription.
  caption_type text check (caption_type in ('chat', 'caption')),
  -- Null: the person has been deleted; the figures stay.
  customer_id text references users (id) on delete set null,
  -- Null: nobody has taken it.
  interpreter_id text references users (id) on delete set null,
  -- Null: without a partner. It never changes (decision 203).
  partner_id text references partner_ids (id),
  created timestamptz not null,
  started timestamptz check (started >= created),
  ended timestamptz check (ended >= started),
  -- Nobody has reported the end within the limit of its kind (`endUnknown`).
  end_unknown boolean not null default false check (not end_unknown or ended is null),
  address text,
  phone text,
  note text,
  -- A category that has closed a request is not deleted.
  closure_category_id text references closure_categories (id),
  closure_note text,
  -- The one definition of each; lists, figures and exports read it. Nothing is answered after it has ended.
  outcome text not null generated always as (
    case when started is not null then 'answered' when ended is not null then 'abandoned'
      when end_unknown then 'unknown' else 'waiting' end
  ) stored,
  -- Whole seconds from the request to the answer; null without an answer.
  waiting_seconds integer generated always as (extract(epoch from started - created)::integer) stored,
  -- Whole seconds from the answer to the end; null while it lasts, and without an answer.
  duration_seconds integer generated always as (extract(epoch from ended - started)::integer) stored,
  -- People of it are found by their own search columns.
  search_text text not null generated always as (
    folded(' ' || coalesce(note, '') || ' ' || coalesce(closure_note, '') || ' ' || coalesce(address, '')
      || coalesce(' ' || phone || ' ' || substr(phone, 2), ''))
  ) stored,
  constraint interpretations_ended_after_created check (ended >= created),
  constraint interpretations_site_is_live check (location_type = 'remote' or channel = 'live'),
  constraint interpretations_captions check (caption_type is null or service_kind <> 'interpretation')
);
call audit_changes('interpretations', 'id');
-- A report that comes after all counts.
create function forget_unknown_end() returns trigger language plpgsql as $$
begin
  new.end_unknown := false;
  return new;
end $$;
create trigger interpretations_end_reported before update on interpretations for each row
when (old.end_unknown and (old.started, old.ended) is distinct from (new.started, new.ended))
execute function forget_unknown_end();
call announce_changes('interpretations', 'interpretations', 'changed.id', 'array[changed.interpreter_id]',
  'array[changed.channel, changed.session_mode, changed.service_kind, changed.location_type]');
-- Each order of the list, both ways; the id decides between equal values.
create index interpretations_created on interpretations (created, id);
create index interpretations_category on interpretations (category, id);
create index interpretations_waiting_seconds on interpretations (waiting_seconds, id);
create index interpretations_duration_seconds on interpretations (duration_seconds, id);
-- What lists are narrowed to.
create index interpretations_channel on interpretations (channel, created, id);
create index interpretations_customer on interpretations (customer_id, created desc);
create index interpretations_closure on interpretations (closure_category_id, created desc) where closure_category_id is not null;
create index interpretations_under_way on interpretations (created, id) where ended is null and not end_unknown;
create index interpretations_abandoned on interpretations (created, id) where outcome = 'abandoned';
-- All closed sets of values: a few hundred combinations, so the index has each once and takes some ten bytes a request. Whichever of
-- them a list is narrowed to, it is counted from here and not from the table.
create index interpretations_kinds on interpretations (
  channel, session_mode, service_kind, kind, location_type, queue_type, outcome, caption_type
);
create index interpretations_search on interpretations using gin (search_text gin_trgm_ops);
-- Figures are counted from indexes with everything that is added up, so that no request has to be looked at itself.
create index interpretations_figures on interpretations (created) include (
  channel, session_mode, outcome, waiting_seconds, duration_seconds
);
create index interpretations_partner on interpretations (partner_id, created) include (
  channel, session_mode, service_kind, location_type, outcome, waiting_seconds, duration_seconds
) where partner_id is not null;
create index interpretations_interpreter on interpretations (interpreter_id, created) include (
  channel, session_mode, service_kind, location_type, outcome, waiting_seconds, duration_seconds
);

create table recordings (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  interpretation_id text not null references interpretations (id) on delete cascade,
  media_kind text not null check (media_kind in ('audio', 'video')),
  state text not null default 'in_progress' check (state in ('in_progress', 'pending', 'processing', 'ready')),
  -- Read from the file itself; null until it has been processed. Some files do not say how long they are.
  duration_seconds integer check (duration_seconds >= 0),
  size bigint check (size > 0),
  -- BCP 47; null: unknown, or without captions.
  captions_language text,
  -- Why processing gave up, as a code; with it the recording waits for somebody to ask again.
  error text,
  created timestamptz not null,
  -- When it is deleted, with its file.
  expires timestamptz not null check (expires > created),
  check (state <> 'ready' or (size is not null and error is null))
);
call audit_changes('recordings', 'id');
call announce_changes('recordings', 'interpretations', 'changed.interpretation_id',
  'array(select interpreter_id from interpretations where id = changed.interpretation_id)',
  '(select array[channel, session_mode, service_kind, location_type] from interpretations where id = changed.interpretation_id)');
call owns_files('recordings');
create index recordings_interpretation on recordings (interpretation_id, created, id);
create index recordings_under_way on recordings (state, interpretation_id) where state <> 'ready';
create index recordings_expires on recordings (expires);

-- in_progress → pending → processing → ready, and back to pending with the reason why processing failed. Nothing else,
-- whichever program writes the row.
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

create table feedback (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  interpretation_id text not null unique references interpretations (id) on delete cascade,
  interpreter_id text references users (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  video_quality integer check (video_quality between 1 and 5),
  interpreter_quality integer check (interpreter_quality between 1 and 5),
  notes text,
  waiting_seconds integer not null check (waiting_seconds >= 0),
  created timestamptz not null,
  -- Columns of the request, which never change there. Ratings are counted by them: a year of ratings is one stretch of an index.
  requested timestamptz not null,
  channel text not null,
  session_mode text not null,
  service_kind text not null,
  location_type text not null,
  partner_id text,
  search_text text not null generated always as (folded(' ' || coalesce(notes, ''))) stored
);
call announce_changes('feedback', 'feedback', 'changed.id', 'array[changed.interpreter_id]');
-- Each order of the list, both ways; the id decides between equal values.
create index feedback_created on feedback (created, id) include (rating);
create index feedback_by_rating on feedback (rating, created, id);
create index feedback_by_waiting on feedback (waiting_seconds, id);
create index feedback_interpreter on feedback (interpreter_id, created, id) include (rating);
create index feedback_search on feedback using gin (search_text gin_trgm_ops);
create index feedback_figures on feedback (requested) include (channel, rating);
create index feedback_figures_of_interpreter on feedback (interpreter_id, requested) include (
  channel, session_mode, service_kind, location_type, rating
);
create index feedback_figures_of_partner on feedback (partner_id, requested) include (
  channel, session_mode, service_kind, location_type, rating
) where partner_id is not null;

create function keep_request_of_feedback() returns trigger language plpgsql as $$
begin
  select i.created, i.channel, i.session_mode, i.service_kind, i.location_type, i.partner_id
  into new.requested, new.channel, new.session_mode, new.service_kind, new.location_type, new.partner_id
  from interpretations i where i.id = new.interpretation_id;
  return new;
end $$;
create trigger feedback_keeps_request before insert or update of interpretation_id on feedback
for each row execute function keep_request_of_feedback();
