-- previous release: yes
-- Deleting a person clears their answers to reservations: without an index, that reads all reservations.
create index reservations_answered_by on reservations (answered_by) where answered_by is not null;
