-- previous release: yes
-- The periods after which rows are deleted. The manifest asks for them; a shorter one is in force once an owner has confirmed it.
create table retention_periods (
  kind text primary key,
  -- The period in force.
  days integer not null check (days > 0),
  since timestamptz not null,
  -- The owner who confirmed it; null: nothing was old enough to be deleted when it came into force.
  confirmed_by text,
  last_run timestamptz,
  -- What the current run has deleted, until the audit log has it.
  deleted integer not null default 0
);

create index audit_entries_with_values on audit_entries (at) where num_nonnulls(person_email, before, after) > 0;

-- Erases the personal values of the oldest entries of the audit log, at most so many, and returns how many. With the rights of the owner: a
-- caller cannot erase values of the last year.
create function erase_old_audit_values(cutoff timestamptz, most integer) returns integer
language plpgsql security definer set search_path from current as $$
declare
  old bigint[];
begin
  -- The chain must not read values that this transaction removes.
  perform pg_advisory_xact_lock(hashtext('signboard.audit_chain'));
  select array_agg(id) into old from (
    select entry.id from audit_entries entry join audit_chain on audit_chain.entry_id = entry.id
    where entry.at < least(cutoff, now() - interval '365 days')
      and num_nonnulls(entry.person_email, entry.before, entry.after) > 0
      and not is_held(entry.person_id, now()) and not is_held(entry.record_id, now())
    order by entry.at limit most
  ) as oldest;
  if old is null then
    return 0;
  end if;
  perform erase_audit_values(old, null);
  return cardinality(old);
end $$;
