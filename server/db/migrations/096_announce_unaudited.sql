-- previous release: yes
-- Changes without an entry in the audit log, such as those of the video platform, are announced, too. Only filling an empty database is
-- not: signboard.announce = 'off'.

-- As migration 082.
create or replace function announce() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select * from rows_now'
    when 'DELETE' then 'select * from rows_before'
    else 'select * from rows_before union all select * from rows_now'
  end;
  found jsonb;
  one jsonb;
begin
  if current_setting('signboard.announce', true) = 'off' then
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
