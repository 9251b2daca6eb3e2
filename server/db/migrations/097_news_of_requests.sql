-- previous release: yes
-- Requests that arrive answered or ended send these events, too. Those of the past, which an import or a platform adds at its start, send
-- none: they are no news.

-- As migration 085, with the events of a new row, and without those of old ones.
create or replace function webhook_of_request() returns trigger language plpgsql as $$
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
