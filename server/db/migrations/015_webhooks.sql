-- previous release: yes
-- Webhooks: endpoints of other systems, and the events that are sent to them.
create table webhooks (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  url text not null,
  description text not null,
  event_types text[] not null,
  enabled boolean not null default true,
  -- Why nothing is sent: an owner has disabled it, the endpoint has failed for days, or it has answered that it is gone.
  disabled_because text check (disabled_because in ('owner', 'failures', 'gone')),
  created timestamptz not null,
  created_by text references users (id) on delete set null,
  check (enabled = (disabled_because is null))
);
call make_collection('webhooks', 'id');

-- The keys that sign events for webhooks and messages for push services (VAPID), wrapped by the key of the deployment. After a rotation the
-- former key of a webhook signs, too, until it expires.
create table signing_keys (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  -- Null: the key for push services.
  webhook_id text references webhooks (id) on delete cascade,
  key_id text not null,
  data_key bytea not null,
  created timestamptz not null,
  expires timestamptz
);
create index signing_keys_webhook on signing_keys (webhook_id);
create index signing_keys_key on signing_keys (key_id);
create unique index signing_keys_push on signing_keys ((true)) where webhook_id is null;

-- Since when every attempt has failed. Not a column of the webhook, whose changes the audit log records.
create table webhook_failures (
  webhook_id text primary key references webhooks (id) on delete cascade,
  since timestamptz not null
);

-- One event for one endpoint. Waiting ones are tasks of the leased queue.
create table webhook_deliveries (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  webhook_id text not null references webhooks (id) on delete cascade,
  type text not null,
  subject_id text not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  created timestamptz not null,
  due timestamptz not null,
  until timestamptz not null,
  tries integer not null default 0,
  ended timestamptz,
  -- The transaction that wrote it: several writes of one record in it are one event.
  transaction bigint not null
);
create index webhook_deliveries_due on webhook_deliveries (due) where state = 'waiting';
create index webhook_deliveries_of on webhook_deliveries (webhook_id, created desc);
create index webhook_deliveries_transaction on webhook_deliveries (transaction, subject_id);
create index webhook_deliveries_created on webhook_deliveries (created);

create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null,
  milliseconds integer not null,
  -- The status of the response, or why there was none.
  status integer,
  failure text check (failure in ('private_address', 'timed_out', 'unreachable')),
  answer text not null,
  check ((status is null) = (failure is not null))
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);

-- Adds an event to the deliveries of each endpoint that wants it, in the transaction of the change. If the transaction has an event
-- of the record already, that one gets the new state, and a further `changed` would say nothing more.
create function add_webhook_event(event text, subject text, facts jsonb) returns void language plpgsql as $$
declare
  moment timestamptz := time_of_call();
  writer bigint := pg_current_xact_id()::text::bigint;
begin
  if not exists (select from webhooks where enabled and event = any(event_types)) then
    return;
  end if;
  update webhook_deliveries set data = facts where transaction = writer and subject_id = subject;
  insert into webhook_deliveries (id, webhook_id, type, subject_id, data, created, due, until, transaction)
  select substr(replace(gen_random_uuid()::text, '-', ''), 1, 24), webhooks.id, event, subject, facts, moment, moment,
    moment + interval '3 days', writer
  from webhooks
  where enabled and event = any(event_types) and not exists (
    select from webhook_deliveries delivery
    where delivery.transaction = writer and delivery.subject_id = subject and delivery.webhook_id = webhooks.id
      and (event like '%.changed' or delivery.type = event)
  );
end $$;

create function webhook_of_shift() returns trigger language plpgsql as $$
declare
  shift shifts;
  event text;
begin
  if tg_op = 'DELETE' then
    shift := old;
  else
    shift := new;
  end if;
  if tg_op = 'INSERT' then
    event := case when new.state <> 'disabled' then 'shift.created' end;
  elsif tg_op = 'DELETE' then
    event := case when old.state <> 'disabled' and old.ends > time_of_call() then 'shift.cancelled' end;
  elsif new.state = 'disabled' then
    event := case when old.state <> 'disabled' then 'shift.cancelled' end;
  elsif to_jsonb(old) - 'version' <> to_jsonb(new) - 'version' then
    event := 'shift.changed';
  end if;
  if event is not null then
    perform add_webhook_event(event, shift.id, jsonb_build_object(
      'id', shift.id, 'path', '/shifts/' || shift.id || '/', 'schedule', shift.schedule_id, 'interpreter', shift.interpreter_id,
      'from', shift.starts, 'to', shift.ends, 'state', case when tg_op = 'DELETE' then 'deleted' else shift.state end));
  end if;
  return null;
end $$;
create trigger shifts_webhook after insert or update or delete on shifts for each row execute function webhook_of_shift();

create function webhook_of_schedule() returns trigger language plpgsql as $$
declare
  schedule schedules;
  event text;
begin
  if tg_op = 'DELETE' then
    schedule := old;
    event := case when old.last_day >= (time_of_call() at time zone old.zone)::date then 'schedule.cancelled' end;
  else
    schedule := new;
    event := case
      when tg_op = 'INSERT' then 'schedule.created'
      when to_jsonb(old) - 'version' <> to_jsonb(new) - 'version' then 'schedule.changed'
    end;
  end if;
  if event is not null then
    perform add_webhook_event(event, schedule.id, jsonb_build_object(
      'id', schedule.id, 'path', '/schedules/' || schedule.id || '/', 'interpreter', schedule.interpreter_id,
      'date', schedule.first_day, 'until', schedule.last_day, 'time_from', schedule.time_from, 'time_to', schedule.time_to,
      'zone', schedule.zone, 'repeat', schedule.repeat));
  end if;
  return null;
end $$;
create trigger schedules_webhook after insert or update or delete on schedules for each row execute function webhook_of_schedule();

create function webhook_of_reservation() returns trigger language plpgsql as $$
declare
  reservation reservations;
  event text;
begin
  if tg_op = 'DELETE' then
    reservation := old;
    event := case when old.status in ('pending', 'approved') and old.ends > time_of_call() then 'reservation.cancelled' end;
  else
    reservation := new;
    event := case
      when tg_op = 'INSERT' then 'reservation.created'
      when new.status = old.status then 'reservation.changed'
      when new.status = 'cancelled' then 'reservation.cancelled'
      when new.status in ('approved', 'rejected') then 'reservation.decided'
      else 'reservation.changed'
    end;
  end if;
  if event is not null then
    perform add_webhook_event(event, reservation.id, jsonb_build_object(
      'id', reservation.id, 'path', '/reservations/' || reservation.id || '/', 'start', reservation.starts, 'end', reservation.ends,
      'status', case when tg_op = 'DELETE' then 'deleted' else reservation.status end));
  end if;
  return null;
end $$;
create trigger reservations_webhook after insert or update or delete on reservations for each row
execute function webhook_of_reservation();

-- Requests that arrive answered or ended send these events, too. Those of the past, which an import or a platform adds at its start, send
-- none: they are no news.
create function webhook_of_request() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('id', new.id, 'path', '/interpretations/' || new.id || '/', 'channel', new.channel,
    'created', new.created, 'started', new.started, 'ended', new.ended, 'interpreter', new.interpreter_id);
  -- For new requests as long as `requestIsNews`; receivers wait for the end of a known one, which a platform may report hours later.
  news interval := case tg_op when 'INSERT' then interval '15 minutes' else interval '1 day' end;
begin
  if greatest(new.created, new.started, new.ended) <= time_of_call() - news then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform add_webhook_event('request.created', new.id, facts);
  end if;
  if new.started is not null and (tg_op = 'INSERT' or old.started is null) then
    perform add_webhook_event('request.answered', new.id, facts);
  end if;
  if new.ended is not null and (tg_op = 'INSERT' or old.ended is null) then
    perform add_webhook_event('request.ended', new.id, facts);
  end if;
  return null;
end $$;
create trigger interpretations_webhook after insert or update of started, ended on interpretations for each row
execute function webhook_of_request();

create function facts_of_person(person users) returns jsonb language sql immutable as $$
  select jsonb_build_object('id', person.id, 'path', '/users/' || person.id || '/', 'role', person.role,
    'approval_status', person.approval_status, 'suspended', person.suspended_at is not null)
$$;

create function webhook_of_person() returns trigger language plpgsql as $$
declare
  others text[] := array[
    'version', 'password_hash', 'search_text', 'has_managed', 'suspended_at', 'suspension_reason', 'suspension_expires', 'access_ended'
  ];
begin
  if new.suspended_at is not null and new.suspended_at is distinct from old.suspended_at then
    perform add_webhook_event('person.suspended', new.id, facts_of_person(new));
  elsif to_jsonb(old) - others <> to_jsonb(new) - others or (old.suspended_at is null) <> (new.suspended_at is null) then
    perform add_webhook_event('person.changed', new.id, facts_of_person(new));
  end if;
  return null;
end $$;
create trigger users_webhook after update on users for each row execute function webhook_of_person();

create function webhook_of_invitation() returns trigger language plpgsql as $$
begin
  perform add_webhook_event('person.invited', new.user_id, facts_of_person(users)) from users where id = new.user_id;
  return null;
end $$;
create trigger mailed_links_webhook after insert on mailed_links for each row when (new.purpose = 'invitation')
execute function webhook_of_invitation();
