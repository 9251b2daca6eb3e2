-- previous release: no
-- Interpretations outlive their partner without being written again (docs/decisions/203): they refer to the ids of all partners
-- that there are and were. A partner that is gone has no row to join, so to every reader they have none.
create table partner_ids (id text primary key);
insert into partner_ids select id from partners;

create function keep_partner_id() returns trigger language plpgsql as $$
begin
  insert into partner_ids values (new.id) on conflict do nothing;
  return new;
end $$;
create trigger partners_id before insert on partners for each row execute function keep_partner_id();

-- Where nothing refers to it, the id goes with its partner.
create function drop_partner_id() returns trigger language plpgsql as $$
begin
  delete from partner_ids
  where id = old.id and not exists (select from interpretations where partner_id = old.id);
  return null;
exception when foreign_key_violation then
  -- An interpretation has come meanwhile.
  return null;
end $$;
create trigger partners_id_gone after delete on partners for each row execute function drop_partner_id();

alter table interpretations
  drop constraint interpretations_partner_id_fkey,
  add constraint interpretations_partner_id_fkey foreign key (partner_id) references partner_ids (id);
