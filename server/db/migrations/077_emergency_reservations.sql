-- previous release: yes
-- Emergency reservations are few among many years of reservations: without an index, their list reads all of them.
create index reservations_emergency on reservations (emergency, starts, id);
