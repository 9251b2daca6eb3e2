-- previous release: yes
-- Whether the directory has written the department of a user, who keeps it until the directory writes another.
alter table provisioned_users add column sets_department boolean not null default false;

-- The shorter period of each kind that owners were last notified of, because it waits for their confirmation.
create table retention_notices (
  kind text primary key,
  days integer not null,
  sent timestamptz not null
);
