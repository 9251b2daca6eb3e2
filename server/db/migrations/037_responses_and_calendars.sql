-- What each interpreter has answered for themselves, and the calendar files of mails.

alter table reservation_interpreters
  add column response text not null default 'pending' check (response in ('pending', 'accepted', 'declined')),
  -- Null also where an approval did not say when it was given.
  add column responded timestamptz,
  add constraint reservation_interpreters_responded check (response <> 'pending' or responded is null);

update reservation_interpreters person
set response = 'accepted', responded = reservations.answered
from reservations
where reservations.id = person.reservation_id and reservations.status = 'approved';

drop trigger reservation_interpreters_audit on reservation_interpreters;
create trigger reservation_interpreters_audit after insert or delete or update of response on reservation_interpreters
for each row execute function write_audit('reservation_id');

-- Each an object of filename, method and content.
alter table mail_outbox add column calendars jsonb not null default '[]';
