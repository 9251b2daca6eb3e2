-- previous release: yes
-- What figures of partners, of categories of them, of departments and of interpreters are counted from: indexes that hold all that
-- is added up, so that no request has to be looked at itself.

create index interpretations_partner_figures on interpretations (partner_id, created) include (
  channel, session_mode, service_kind, location_type, outcome, waiting_seconds, duration_seconds
) where partner_id is not null;
drop index interpretations_partner;
alter index interpretations_partner_figures rename to interpretations_partner;

create index interpretations_interpreter_figures on interpretations (interpreter_id, created) include (
  channel, session_mode, service_kind, location_type, outcome, waiting_seconds, duration_seconds
);
drop index interpretations_interpreter;
alter index interpretations_interpreter_figures rename to interpretations_interpreter;

-- The partner of a request never changes either (docs/decisions/203).
alter table feedback add column partner_id text;
alter table feedback disable trigger user;
update feedback set partner_id = i.partner_id from interpretations i where i.id = interpretation_id and i.partner_id is not null;
alter table feedback enable trigger user;
create or replace function keep_request_of_feedback() returns trigger language plpgsql as $$
begin
  select i.created, i.channel, i.session_mode, i.service_kind, i.location_type, i.partner_id
  into new.requested, new.channel, new.session_mode, new.service_kind, new.location_type, new.partner_id
  from interpretations i where i.id = new.interpretation_id;
  return new;
end $$;

create index feedback_figures_of_partner on feedback (partner_id, requested) include (
  channel, session_mode, service_kind, location_type, rating
) where partner_id is not null;
drop index feedback_figures_of_interpreter;
create index feedback_figures_of_interpreter on feedback (interpreter_id, requested) include (
  channel, session_mode, service_kind, location_type, rating
);
