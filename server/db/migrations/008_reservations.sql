-- previous release: no
-- Reservations in full, who is booked when, days of a series that have moved, and mails that wait to be sent.

-- ISO 639-3: spoken and sign languages in one.
alter table users add column languages text[] not null default '{}';

alter table reservations
  add column customer_id text references users (id) on delete set null,
  add column partner_id text,
  add column service_kind text not null default 'interpretation' check (service_kind in ('interpretation', 'transcription', 'both')),
  add column emergency boolean not null default false,
  add column languages text[] not null default '{}',
  add column note text,
  -- What was said with the answer, when, and by whom.
  add column answer text,
  add column answered timestamptz,
  add column answered_by text references users (id) on delete set null,
  drop constraint reservations_status_check,
  add constraint reservations_status_check check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  add constraint reservations_place check ((location_type = 'site') = (address is not null));
call owns_files('reservations');
create index reservations_starts on reservations (starts, id);
create index reservations_status on reservations (status, starts, id);
create index reservations_customer on reservations (customer_id, starts) where customer_id is not null;
create index reservations_partner on reservations (partner_id, starts) where partner_id is not null;

-- The time that an approved reservation takes of its interpreters, null before and after; kept by triggers.
alter table reservation_interpreters
  add column period tstzrange,
  -- Nobody is in two approved reservations at once.
  add constraint reservation_interpreters_one_place exclude using gist (interpreter_id with =, period with &&);

create function take_period() returns trigger language plpgsql as $$
begin
  -- Locked against an answer at the same moment: either it sees this person, or this sees the answer.
  select case when status = 'approved' then tstzrange(starts, ends) end into new.period
  from reservations where id = new.reservation_id for share;
  return new;
end $$;
create trigger reservation_interpreters_period before insert or update on reservation_interpreters
for each row execute function take_period();

create function give_periods() returns trigger language plpgsql as $$
begin
  update reservation_interpreters set reservation_id = reservation_id where reservation_id = new.id;
  return null;
end $$;
create trigger reservations_periods after update on reservations for each row
when ((old.status, old.starts, old.ends) is distinct from (new.status, new.starts, new.ends))
execute function give_periods();

create trigger reservation_interpreters_audit after insert or delete on reservation_interpreters
for each row execute function write_audit('reservation_id');

-- The shift of an interpreter that a reservation can stand on, or null. No shift is longer than a day of 25 hours.
create function covering_shift(person text, begins timestamptz, finishes timestamptz, place text, kind text)
returns text language sql stable as $$
  select id from shifts
  where interpreter_id = person
    and starts <= begins and starts > begins - interval '26 hours' and ends >= finishes
    and state = 'enabled'
    and allow_reservations
    and location_type = place
    and communication_type in (kind, 'both')
  order by starts limit 1
$$;

-- An approved reservation has interpreters, and stands on a shift of each, whoever writes it (see 004). The argument is
-- the column that holds the reservation's id.
drop trigger reservations_in_shift on reservations;
create or replace function check_reservation() returns trigger language plpgsql as $$
declare
  reservation reservations;
begin
  select * into reservation from reservations where id = to_jsonb(new) ->> tg_argv[0];
  if reservation.status is distinct from 'approved' then
    return null;
  end if;
  perform lock_interpreters(array(select interpreter_id from reservation_interpreters where reservation_id = reservation.id));
  if not exists (select from reservation_interpreters where reservation_id = reservation.id) or exists (
    select from reservation_interpreters person
    where person.reservation_id = reservation.id and covering_shift(
      person.interpreter_id, reservation.starts, reservation.ends, reservation.location_type, reservation.service_kind
    ) is null
  ) then
    raise exception 'an interpreter has no shift for reservation %', reservation.id
      using errcode = '23514', constraint = 'reservations_in_shift';
  end if;
  return null;
end $$;
create constraint trigger reservations_in_shift_new after insert on reservations
deferrable initially deferred for each row when (new.status = 'approved')
execute function check_reservation('id');
create constraint trigger reservations_in_shift after update on reservations
deferrable initially deferred for each row when (
  new.status = 'approved' and
  (old.status, old.starts, old.ends, old.location_type, old.service_kind)
    is distinct from (new.status, new.starts, new.ends, new.location_type, new.service_kind)
)
execute function check_reservation('id');
create constraint trigger reservation_interpreters_in_shift after insert or update of interpreter_id on reservation_interpreters
deferrable initially deferred for each row execute function check_reservation('reservation_id');

-- The day of the series that a shift stands for, which stays when the shift itself moves to another date.
alter table shifts add column series_day date;
update shifts set series_day = day;
alter table shifts
  alter column series_day set not null,
  drop constraint shifts_one_per_day,
  add constraint shifts_one_per_day unique (schedule_id, series_day) deferrable initially immediate;
create index schedules_first_day on schedules (first_day, id);

-- Mails that are to be sent, put here by the transaction that they tell of. A row goes when its mail is sent or given up.
create table mail_outbox (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created timestamptz not null,
  -- When it is tried next. Whoever takes it moves this on first, so that it comes up again if they die with it.
  due timestamptz not null,
  -- After that it is no news any more.
  until timestamptz not null,
  tries integer not null default 0,
  -- What the mail server said to the last try.
  failure text
);
create index mail_outbox_due on mail_outbox (due, id);
