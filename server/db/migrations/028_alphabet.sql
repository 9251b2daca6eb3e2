-- previous release: yes
-- Names are listed in the order of the alphabet of all languages together, which no longer depends on the server's own collation:
-- "C", the usual one of containers, has Š and Á after Z (docs/decisions/224).

drop index users_last_name;
create index users_last_name on users (lower(last_name collate "und-x-icu"), lower(first_name collate "und-x-icu"), id);

drop index users_interpreters;
create index users_interpreters on users (lower(last_name collate "und-x-icu"), lower(first_name collate "und-x-icu"), id)
  where role = 'interpreter';

drop index partners_name;
create index partners_name on partners (lower(name collate "und-x-icu"), id);

drop index venues_partner;
create index venues_partner on venues (partner_id, lower(name collate "und-x-icu"), id);

drop index reservations_name;
create index reservations_name on reservations (lower(name collate "und-x-icu"), id);

drop index reservations_address;
create index reservations_address on reservations (lower(address collate "und-x-icu"), id);
