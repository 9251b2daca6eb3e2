-- previous release: yes
-- Announces changes of records to all processes, which pass them on to open pages.

-- Announces each record that a statement changed, or only their kind if they are many. A rolled back change is never announced.
-- Arguments: the kind; expressions over `changed` for the record, the people whose own it is, and the traits that decide who else
-- may read it.
create function announce() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select * from rows_now'
    when 'DELETE' then 'select * from rows_before'
    else 'select * from rows_before union all select * from rows_now'
  end;
  found jsonb;
  one jsonb;
begin
  if current_setting('signboard.audit', true) = 'off' then
    return null;
  end if;
  execute format(
    'select jsonb_agg(record) from (
      select jsonb_build_object(''record'', id, ''people'', jsonb_agg(people), ''traits'', jsonb_agg(traits)) as record
      from (select %s as id, %s as people, %s as traits from (%s) as changed) as rows
      group by id limit 21
    ) as records',
    tg_argv[1], tg_argv[2], tg_argv[3], changed
  ) into found;
  if jsonb_array_length(found) > 20 then
    found := '[{"record": null, "people": null, "traits": []}]';
  end if;
  for one in select value from jsonb_array_elements(found) loop
    -- PostgreSQL refuses 8,000 bytes and more.
    if octet_length(one::text) > 7000 then
      one := '{"record": null, "people": null, "traits": []}';
    end if;
    perform pg_notify(
      'signboard_changes',
      (one || jsonb_build_object('id', gen_random_uuid(), 'kind', tg_argv[0]))::text
    );
  end loop;
  return null;
end $$;

-- Announces every change of a table.
create procedure announce_changes(name text, kind text, record text, people text default 'null::text[]', traits text default 'null::text[]')
language plpgsql as $$
declare
  given text := format('execute function announce(%L, %L, %L, %L)', kind, record, people, traits);
begin
  execute format('create trigger %I after insert on %I referencing new table as rows_now for each statement %s',
    name || '_announced_insert', name, given);
  execute format('create trigger %I after update on %I referencing old table as rows_before new table as rows_now for each statement %s',
    name || '_announced_update', name, given);
  execute format('create trigger %I after delete on %I referencing old table as rows_before for each statement %s',
    name || '_announced_delete', name, given);
end $$;

call announce_changes('users', 'users', 'changed.id', traits => 'array[changed.role]');
call announce_changes('partners', 'partners', 'changed.id');
call announce_changes('venues', 'venues', 'changed.id');
call announce_changes('videos', 'videos', 'changed.id');
call announce_changes('video_categories', 'video_categories', 'changed.id');
call announce_changes('contacts', 'contacts', 'changed.id');
call announce_changes('departments', 'departments', 'changed.id');
call announce_changes('partner_categories', 'partner_categories', 'changed.id');
call announce_changes('closure_categories', 'closure_categories', 'changed.id');
call announce_changes('sliders', 'sliders', 'changed.id');
call announce_changes('queue_priorities', 'queues', 'changed.queue_type');
call announce_changes('schedules', 'calendar', 'changed.id', 'array[changed.interpreter_id]');
call announce_changes('shifts', 'calendar', 'changed.id', 'array[changed.interpreter_id]');
call announce_changes('legal_holds', 'privacy', 'changed.id');
call announce_changes('erasures', 'privacy', 'changed.id');
call announce_changes('retention_periods', 'retention', 'changed.kind');
call announce_changes('service_accounts', 'service_accounts', 'changed.id');
-- Who is online counts in the overview.
call announce_changes('presence', 'overview', 'null::text');
call announce_changes('reservations', 'reservations', 'changed.id',
  'array(select interpreter_id from reservation_interpreters where reservation_id = changed.id)');
call announce_changes('reservation_interpreters', 'reservations', 'changed.reservation_id',
  'array(select interpreter_id from reservation_interpreters where reservation_id = changed.reservation_id) || changed.interpreter_id');
call announce_changes('interpretations', 'interpretations', 'changed.id', 'array[changed.interpreter_id]',
  'array[changed.channel, changed.session_mode, changed.service_kind, changed.location_type]');
call announce_changes('feedback', 'feedback', 'changed.id', 'array[changed.interpreter_id]');
call announce_changes('recordings', 'interpretations', 'changed.interpretation_id',
  'array(select interpreter_id from interpretations where id = changed.interpretation_id)',
  '(select array[channel, session_mode, service_kind, location_type] from interpretations where id = changed.interpretation_id)');

-- Sessions that end close the streams that were opened with them.
create trigger sessions_announced_delete after delete on sessions referencing old table as rows_before
for each statement execute function announce('sessions', 'null::text', 'array[changed.user_id]', 'null::text[]');

-- As migration 003; the changes of new collections are announced, too.
create or replace procedure make_collection(name text, key text) language plpgsql as $$
begin
  execute format('alter table %I add column version integer not null default 1', name);
  execute format('create trigger %I before update on %I for each row execute function next_version()', name || '_version', name);
  execute format(
    'create trigger %I after insert or update or delete on %I for each row execute function write_audit(%L)',
    name || '_audit', name, key
  );
  call announce_changes(name, name, format('changed.%I', key));
end $$;
