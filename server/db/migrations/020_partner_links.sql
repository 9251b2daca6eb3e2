-- What refers to partners from tables that came later.

-- Reservations gone by go on without a partner that is deleted; one with approved ones to come is not (Q17).
alter table reservations
  add constraint reservations_partner_id_fkey foreign key (partner_id) references partners (id) on delete set null;
