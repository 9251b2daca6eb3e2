-- previous release: yes
-- The position of the write-ahead log after the last write of the person: until a replica has it, the person reads from the primary.
alter table sessions add column last_write bigint not null default 0;

-- A replica cannot read a table that is not logged, and every list reads this small one.
alter table list_counts set logged;
