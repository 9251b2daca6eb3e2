-- previous release: yes
-- Other systems may read what managers read.
alter table service_accounts drop constraint service_accounts_scopes_check;
alter table service_accounts add constraint service_accounts_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['platform', 'provisioning', 'read']);
