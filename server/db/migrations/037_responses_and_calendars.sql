-- previous release: yes
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

-- Whoever is booked has accepted, whoever writes it: with the approval, or when they are added to an approved reservation.
create or replace function take_period() returns trigger language plpgsql as $$
declare
  booked record;
begin
  -- Locked against an answer at the same moment: either it sees this person, or this sees the answer.
  select case when status = 'approved' then tstzrange(starts, ends) end as period, answered into booked
  from reservations where id = new.reservation_id for share;
  new.period := booked.period;
  if booked.period is not null and new.response <> 'accepted' then
    new.response := 'accepted';
    new.responded := coalesce(
      (nullif(current_setting('signboard.call', true), '')::jsonb ->> 'at')::timestamptz, booked.answered);
  end if;
  return new;
end $$;

drop trigger reservation_interpreters_audit on reservation_interpreters;
create trigger reservation_interpreters_audit after insert or delete or update of response on reservation_interpreters
for each row execute function write_audit('reservation_id');

-- Each an object of filename, method and content.
alter table mail_outbox add column calendars jsonb not null default '[]';
