-- previous release: yes
-- The role of the backend may add entries to the logs and read them, and nothing else. The owner of the schema calls this procedure after the
-- migrations, for the role that the backend connects with. The record of erasures may only grow, too.
create procedure grant_runtime(runtime text) language plpgsql as $$
declare
  log text;
begin
  -- Nothing to do at most starts.
  if not has_table_privilege(runtime, 'audit_entries', 'update, delete, truncate')
    and not has_table_privilege(runtime, 'erased_people', 'update, delete, truncate')
    and not exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and not has_table_privilege(runtime, oid, 'select')
    )
  then
    return;
  end if;
  execute format('grant usage on schema %I to %I', current_schema(), runtime);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', current_schema(), runtime);
  execute format('grant usage, select on all sequences in schema %I to %I', current_schema(), runtime);
  execute format('revoke insert, update, delete on schema_migrations from %I', runtime);
  foreach log in array array['audit_entries', 'security_events', 'erased_people', 'erasures'] loop
    execute format('revoke update, delete, truncate, references, trigger on %I from %I', log, runtime);
  end loop;
end $$;
