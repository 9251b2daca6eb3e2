-- previous release: no
-- What partners and videos have to do with tables that came later.

-- Records gone by go on without a partner that is deleted; one with approved reservations to come is not (Q17).
alter table reservations
  add constraint reservations_partner_id_fkey foreign key (partner_id) references partners (id) on delete set null;
alter table interpretations
  add constraint interpretations_partner_id_fkey foreign key (partner_id) references partners (id) on delete set null;

-- The logo is the partner's only file.
alter table partners add column logo_id text references files (id) on delete set null;
call owns_files('partners');

-- A video is played from elsewhere, or from a file of ours.
alter table videos
  add column file_id text references files (id),
  add constraint videos_source check ((url is null) <> (file_id is null));
call owns_files('videos');
