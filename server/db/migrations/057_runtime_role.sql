-- previous release: yes
-- The backend's role may add entries to the logs and read them, and nothing else. The owner of the schema calls this procedure after each
-- migration, for the role that the backend connects with.
create procedure grant_runtime(runtime text) language plpgsql as $$
declare
  log text;
begin
  execute format('grant usage on schema %I to %I', current_schema(), runtime);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', current_schema(), runtime);
  execute format('grant usage, select on all sequences in schema %I to %I', current_schema(), runtime);
  execute format('revoke insert, update, delete on schema_migrations from %I', runtime);
  foreach log in array array['audit_entries', 'security_events'] loop
    execute format('revoke update, delete, truncate, references, trigger on %I from %I', log, runtime);
  end loop;
end $$;

-- Retention, with the rights of the owner: a caller cannot delete what happened in the last thirty days.
create function delete_security_events(before timestamptz) returns void
language sql security definer set search_path from current as $$
  delete from security_events where at < least(before, now() - interval '30 days')
$$;
