-- previous release: yes
-- The reason that a rejected person was told; null if none was given, or while they are not rejected.
alter table users add column rejection_reason text;
