-- previous release: yes
-- The entries of one request are shown as one act.
create index audit_entries_request on audit_entries (request_id, id) where request_id is not null;
create index audit_entries_of_record on audit_entries (record_id, id desc);
