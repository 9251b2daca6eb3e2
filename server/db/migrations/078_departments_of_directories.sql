-- previous release: yes
-- Whether the directory has written the department of a user, who keeps it until the directory writes another.
alter table provisioned_users add column sets_department boolean not null default false;
