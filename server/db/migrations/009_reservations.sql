-- previous release: yes
-- Reservations, their teams, and coverage: whether an interpreter can take a reservation, and why not.

create table reservations (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  starts timestamptz not null,
  ends timestamptz not null check (ends > starts),
  location_type text not null check (location_type in ('remote', 'site')),
  address text,
  link text,
  customer_id text references users (id) on delete set null,
  -- Past reservations stay when their partner is deleted; a partner with approved ones to come is not deleted (Q17).
  partner_id text references partners (id) on delete set null,
  service_kind text not null default 'interpretation' check (service_kind in ('interpretation', 'transcription', 'both')),
  emergency boolean not null default false,
  -- ISO 639-3.
  languages text[] not null default '{}',
  interpreters_needed integer not null default 1 check (interpreters_needed between 1 and 10),
  note text,
  -- What a planner said with the decision, when, and who.
  answer text,
  answered timestamptz,
  answered_by text references users (id) on delete set null,
  created timestamptz not null,
  -- People and partners of it are found by their own search columns.
  search_text text not null generated always as (
    folded(' ' || name || coalesce(' ' || address, '') || coalesce(' ' || note, ''))
  ) stored,
  constraint reservations_place check ((location_type = 'site') = (address is not null))
);
call audit_changes('reservations', 'id');
call announce_changes('reservations', 'reservations', 'changed.id',
  'array(select interpreter_id from reservation_interpreters where reservation_id = changed.id)');
call owns_files('reservations');
create index reservations_approved on reservations using gist (tstzrange(starts, ends)) where (status = 'approved');
create index reservations_approved_ends on reservations (ends) where status = 'approved';
create index reservations_starts on reservations (starts, id);
create index reservations_created on reservations (created, id);
create index reservations_status on reservations (status, starts, id);
create index reservations_type on reservations (location_type, starts, id);
-- Few of many years of reservations are emergencies.
create index reservations_emergency on reservations (emergency, starts, id);
create index reservations_name on reservations (lower(name collate "und-x-icu"), id);
create index reservations_address on reservations (lower(address collate "und-x-icu"), id);
create index reservations_customer on reservations (customer_id, starts) where customer_id is not null;
create index reservations_partner on reservations (partner_id, starts) where partner_id is not null;
-- Deleting a person clears their answers.
create index reservations_answered_by on reservations (answered_by) where answered_by is not null;
create index reservations_search on reservations using gin (search_text gin_trgm_ops);

-- The interpreters of a reservation, with their answers.
create table reservation_interpreters (
  reservation_id text not null references reservations (id) on delete cascade,
  interpreter_id text not null references users (id) on delete cascade,
  -- The time that an approved reservation takes of the interpreter, null before and after; triggers write it.
  period tstzrange,
  -- Who has booked them for that time; triggers write it.
  booked_by text references users (id) on delete set null,
  -- What the interpreter has answered for themselves, when, and with which message. Nobody else writes an answer.
  response text not null default 'not_asked' check (response in ('not_asked', 'asked', 'offered', 'accepted', 'declined', 'handed_back')),
  responded timestamptz,
  message text,
  -- Why a planner takes them although they speak none of the requested languages.
  language_reason text,
  -- False: it is only offered to the interpreter, who has not accepted; or they have declined or handed it back, and the row stays for the answer.
  takes_part boolean not null generated always as (response not in ('offered', 'declined', 'handed_back')) stored,
  primary key (reservation_id, interpreter_id),
  constraint reservation_interpreters_responded
    check (response not in ('not_asked', 'asked', 'offered') or (responded is null and message is null)),
  -- Nobody is in two approved reservations at once.
  constraint reservation_interpreters_one_place exclude using gist (interpreter_id with =, period with &&)
);
create trigger reservation_interpreters_audit after insert or delete or update of response, language_reason on reservation_interpreters
for each row execute function write_audit('reservation_id');
call announce_changes('reservation_interpreters', 'reservations', 'changed.reservation_id',
  'array(select interpreter_id from reservation_interpreters where reservation_id = changed.reservation_id) || changed.interpreter_id');
create index reservation_interpreters_interpreter on reservation_interpreters (interpreter_id, reservation_id);
-- Deleting a person clears whom they have booked.
create index reservation_interpreters_booked_by on reservation_interpreters (booked_by) where booked_by is not null;

-- A decision that its planner may still undo: one row for ten seconds. Nobody is told of the decision while the row exists. Either a process
-- writes the messages, or the planner's undo restores the state; both delete the row.
create table reservation_undos (
  reservation_id text primary key references reservations (id) on delete cascade,
  -- No foreign key: the messages are sent, too, if the account is deleted meanwhile.
  person_id text not null,
  until timestamptz not null,
  -- The version of the reservation after the decision: a later change cannot be undone with it.
  version integer not null,
  -- The decision and the interpreters with their answers, as they were.
  before jsonb not null,
  -- The events that people are notified of, and the rows of webhook_deliveries.
  news jsonb not null,
  deliveries jsonb not null
);
create index reservation_undos_until on reservation_undos (until);

-- Open offers. Until the deadline the interpreters with the response `offered` may take the free places; the first who accept get them.
create table reservation_offers (
  -- A later offer of the same reservation is another one, with a deadline of its own.
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  reservation_id text not null unique references reservations (id) on delete cascade,
  deadline timestamptz not null,
  -- Whether the reservation is approved as soon as its team is complete.
  approves boolean not null,
  -- After the deadline planners are told, or everybody else who could take it is offered it as well.
  next text not null check (next in ('planners', 'everybody')),
  message text,
  made timestamptz not null,
  made_by text references users (id) on delete set null
);
-- Deleting a person clears their offers.
create index reservation_offers_made_by on reservation_offers (made_by) where made_by is not null;

-- An approved reservation books all interpreters who take part for its time. `booked_by` is the caller. The answers stay as they are.
create function take_period() returns trigger language plpgsql as $$
begin
  -- Locked against a decision at the same moment: either it sees this person, or this sees the decision.
  select case when status = 'approved' and new.response not in ('offered', 'declined', 'handed_back') then tstzrange(starts, ends) end
  into new.period
  from reservations where id = new.reservation_id for share;
  if new.period is null then
    new.booked_by := null;
  elsif tg_op = 'INSERT' or old.period is null then
    select id into new.booked_by from users
    where id = nullif(current_setting('signboard.call', true), '')::jsonb ->> 'person_id';
  end if;
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

-- Two addresses are the same place when they differ only in case and spaces.
create function place_key(address text) returns text language sql immutable as $$
  select lower(regexp_replace(address, '\s', '', 'g'))
$$;

-- Whether somebody may work as an interpreter for the whole of a time.
create function is_active_interpreter(person users, begins timestamptz, finishes timestamptz) returns boolean language sql stable as $$
  select person.role = 'interpreter'
    and person.approval_status = 'approved'
    and not is_suspended(person, begins, finishes)
$$;

-- Whether a shift can carry (a part of) a reservation of a time, place and kind. No shift is longer than a day of 25 hours.
create function is_reservable(shift shifts, begins timestamptz, finishes timestamptz, place text, kind text) returns boolean language sql stable as $$
  select shift.starts < finishes
    and shift.starts > begins - interval '26 hours'
    and shift.ends > begins
    and shift.state = 'enabled'
    and shift.allow_reservations
    and shift.location_type = place
    and shift.communication_type in (kind, 'both')
$$;

-- The longest way, one way in minutes, of the on-site shifts that a time lies in.
create function travel_minutes(person text, begins timestamptz, finishes timestamptz) returns integer language sql stable as $$
  select coalesce(max(travel_time), 0) from shifts
  where interpreter_id = person
    and starts < finishes and starts > begins - interval '26 hours' and ends > begins
    and state <> 'disabled' and location_type = 'site'
$$;

-- Whether somebody speaks none of the languages that are asked for. Of whom no languages are recorded, that is not known. A planner may have
-- taken them for the reservation nevertheless, with a reason.
create function lacks_languages(person users, wanted text[], reservation text) returns boolean language sql stable as $$
  select cardinality(wanted) > 0
    and cardinality(person.languages) > 0
    and not person.languages && wanted
    and not exists (
      select from reservation_interpreters excepted
      where excepted.reservation_id = reservation and excepted.interpreter_id = person.id
        and excepted.language_reason is not null and excepted.response not in ('declined', 'handed_back')
    )
$$;

-- Whom a customer or a partner prefers among those who can come, and whom they never want again.
create table interpreter_preferences (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  customer_id text references users (id) on delete cascade,
  partner_id text references partners (id) on delete cascade,
  interpreter_id text not null references users (id) on delete cascade,
  -- Sensitive. The audit log leaves out columns of these names.
  preference text not null check (preference in ('preferred', 'never')),
  preference_reason text,
  created timestamptz not null,
  check (num_nonnulls(customer_id, partner_id) = 1),
  check (preference = 'never' or preference_reason is null),
  constraint interpreter_preferences_customer unique (customer_id, interpreter_id),
  constraint interpreter_preferences_partner unique (partner_id, interpreter_id)
);
call audit_changes('interpreter_preferences', 'id');
create index interpreter_preferences_interpreter on interpreter_preferences (interpreter_id);

-- What coverage of a reservation by a person depends on. Functions that return a table become part of the query that calls them.
-- `besides` is the reservation itself, which is not in its own way. No way is longer than 480 minutes (shifts.travel_time).
create function coverage_facts(
  person users, begins timestamptz, finishes timestamptz, place text, at_address text, kind text, wanted text[],
  customer text, partner text, besides text
) returns table (
  is_active boolean, is_away boolean, is_never_again boolean, is_in_shift boolean, is_booked boolean, is_too_far boolean,
  is_without_language boolean
) language sql stable as $$
  select
    is_active_interpreter(person, begins, finishes),
    exists (select from absences_in_force(person.id, begins, finishes)),
    exists (
      select from interpreter_preferences
      where interpreter_id = person.id and preference = 'never' and (customer_id = customer or partner_id = partner)
    ),
    coalesce((
      select range_agg(tstzrange(shifts.starts, shifts.ends)) @> tstzrange(begins, finishes) from shifts
      where shifts.interpreter_id = person.id and is_reservable(shifts, begins, finishes, place, kind)
    ), false),
    -- The constraint reservation_interpreters_one_place forbids a second booking at the same time. So an interpreter whom the reservation itself
    -- books for this time is not booked elsewhere. This check comes first, because it is quicker than the search for other bookings.
    not exists (
      select from reservation_interpreters held
      where held.reservation_id = besides and held.interpreter_id = person.id and lower(held.period) <= begins and upper(held.period) >= finishes
    ) and exists (
      select from reservation_interpreters booked
      where booked.interpreter_id = person.id
        and booked.period && tstzrange(begins, finishes)
        and booked.reservation_id is distinct from besides
    ),
    place = 'site' and exists (
      select from reservation_interpreters booked
      join reservations other on other.id = booked.reservation_id
      where booked.interpreter_id = person.id
        and booked.period && tstzrange(begins - interval '8 hours', finishes + interval '8 hours')
        and booked.reservation_id is distinct from besides
        and other.location_type = 'site'
        and place_key(other.address) is distinct from place_key(at_address)
        and greatest(begins - other.ends, other.starts - finishes) < make_interval(mins => greatest(
          travel_minutes(person.id, begins, finishes), travel_minutes(person.id, other.starts, other.ends)))
    ),
    lacks_languages(person, wanted, besides)
$$;

-- The first obstacle among facts of coverage; null: none.
create function first_obstacle(
  is_active boolean, is_away boolean, is_never_again boolean, is_in_shift boolean, is_booked boolean, is_too_far boolean,
  is_without_language boolean
) returns text language sql immutable as $$
  select case
    when not is_active then 'inactive'
    when is_never_again then 'never_again'
    when is_away then 'absent'
    when not is_in_shift then 'no_shift'
    when is_booked then 'booked'
    when is_too_far then 'travel'
    when is_without_language then 'language'
  end
$$;

-- Why a person does not cover a reservation, the first reason that applies; null: they do.
create function coverage_obstacle(
  person users, begins timestamptz, finishes timestamptz, place text, at_address text, kind text, wanted text[],
  customer text, partner text, besides text
) returns table (obstacle text) language sql stable as $$
  select first_obstacle(is_active, is_away, is_never_again, is_in_shift, is_booked, is_too_far, is_without_language)
  from coverage_facts(person, begins, finishes, place, at_address, kind, wanted, customer, partner, besides)
$$;

-- The limits of working time that shifts exceed. `asked` are shifts, real or proposed: [{key, interpreter, day, starts, ends}]; the other shifts of
-- these people count as well, besides those in `besides`. `limits` has minutes: {hours_per_day, hours_per_week, rest}; one that is missing is off.
-- A shift belongs to the day on which it begins, and its length is elapsed time, also over a change of clocks. Shifts that lie within a day of
-- work (24 hours less the rest) have breaks between them, no rest. Of the fewest that do not, `rest` has the longest pause between them: a day
-- of work does not get longer by being cut into shifts.
create function working_time_excess(asked jsonb, besides text[], limits jsonb) returns table (
  key text, exceeded text, minutes integer, bound integer
) language sql stable as $$
  with wanted as materialized (
    select * from jsonb_to_recordset(asked) as (key text, interpreter text, day date, starts timestamptz, ends timestamptz)
  ), worked as (
    select * from wanted
    union all
    select null, shifts.interpreter_id, shifts.day, shifts.starts, shifts.ends from shifts
    where shifts.interpreter_id in (select interpreter from wanted)
      and shifts.starts between (select min(starts) from wanted) - interval '9 days' and (select max(starts) from wanted) + interval '9 days'
      and shifts.state <> 'disabled'
      and not shifts.id = any(besides)
  ), minutes as (
    select key, interpreter, day, starts, extract(epoch from starts) / 60 as begin, extract(epoch from ends) / 60 as finish
    from worked
  ), ordered as (
    select *,
      sum(finish - begin) over (partition by interpreter, day) as of_day,
      sum(finish - begin) over (partition by interpreter, date_trunc('week', day)) as of_week,
      row_number() over person as place, begin - lag(finish) over person as pause_before, lead(begin) over person - finish as pause_after,
      lead(begin) over person as next_begin, lead(finish) over person as next_finish,
      24 * 60 - (limits ->> 'rest')::integer as day_of_work
    from minutes
    window person as (partition by interpreter order by starts)
  ), days as (
    -- With each shift, the last one that begins within a day of work from it.
    select *, last_value(place) over day as last, last_value(finish) over day as last_finish, last_value(pause_after) over day as then_pause,
      last_value(next_finish) over day as then_finish,
      max(pause_before) over (
        partition by interpreter order by begin range between current row and 24 * 60 - coalesce((limits ->> 'rest')::numeric, 0) following
        exclude current row) as longest_pause
    from ordered
    window day as (partition by interpreter order by begin range between current row and 24 * 60 - coalesce((limits ->> 'rest')::numeric, 0) following)
  ), too_long as materialized (
    -- From each shift to the first that ends too late for the same day of work.
    select interpreter, place as first, ending.last, ending.rested
    from days
    cross join lateral (
      select last, last_finish, longest_pause where last > place and last_finish - begin > day_of_work
      union all
      select last + 1, then_finish, greatest(longest_pause, then_pause)
      where then_pause is not null and (last = place or last_finish - begin <= day_of_work)
    ) as ending(last, finish, rested)
    where ending.rested < (limits ->> 'rest')::integer
      and (ending.last = place + 1 or ending.finish - next_begin <= day_of_work)
  ), measured as (
    select ordered.*, (
      select min(rested) from too_long
      where too_long.interpreter = ordered.interpreter and ordered.place between too_long.first and too_long.last
    ) as rested
    from ordered
    where key is not null
  )
  select measured.key, fact.exceeded, greatest(fact.minutes, 0)::integer, (limits ->> fact.exceeded)::integer
  from measured
  cross join lateral (values
    (1, 'hours_per_day', of_day, of_day > (limits ->> 'hours_per_day')::integer),
    (2, 'hours_per_week', of_week, of_week > (limits ->> 'hours_per_week')::integer),
    (3, 'rest', rested, rested < (limits ->> 'rest')::integer)
  ) as fact(rank, exceeded, minutes, is_exceeded)
  where fact.is_exceeded
  order by measured.starts, fact.rank
$$;

-- The name of each obstacle as a constraint.
create function refuse_coverage(reservation text, obstacle text) returns void language plpgsql as $$
begin
  raise exception 'reservation % is not covered: %', reservation, coalesce(obstacle, 'too few interpreters') using
    errcode = '23514',
    constraint = case obstacle
      when 'inactive' then 'reservations_active'
      when 'absent' then 'reservations_present'
      when 'never_again' then 'reservations_never_again'
      when 'travel' then 'reservations_travel'
      when 'language' then 'reservations_language'
      when 'booked' then 'reservation_interpreters_one_place'
      else 'reservations_in_shift'
    end;
end $$;

-- Whether a transaction puts a reservation back to what it was (an undo): it may have been uncovered before.
create function is_put_back(reservation text) returns boolean language sql stable as $$
  select current_setting('signboard.undo', true) is not distinct from reservation
$$;

-- A reservation that becomes approved, or changes while it is, is covered, whoever writes it. With the lock taken, no shift can be moved away
-- from under it meanwhile: whoever changes shifts takes the same lock and then looks for approved reservations.
create function check_reservation() returns trigger language plpgsql as $$
declare
  reservation reservations;
  assigned integer;
  missing text;
begin
  select * into reservation from reservations where id = new.id;
  if reservation.status is distinct from 'approved' or is_put_back(reservation.id) then
    return null;
  end if;
  perform lock_interpreters(array(select interpreter_id from reservation_interpreters where reservation_id = reservation.id));
  select count(*), max(found.obstacle) into assigned, missing
  from reservation_interpreters team
  join users on users.id = team.interpreter_id
  cross join lateral coverage_obstacle(
    users, reservation.starts, reservation.ends, reservation.location_type, reservation.address, reservation.service_kind, reservation.languages,
    reservation.customer_id, reservation.partner_id, reservation.id
  ) as found
  where team.reservation_id = reservation.id and team.takes_part;
  if missing is not null or assigned < reservation.interpreters_needed then
    perform refuse_coverage(reservation.id, missing);
  end if;
  return null;
end $$;
create constraint trigger reservations_covered_new after insert on reservations
deferrable initially deferred for each row when (new.status = 'approved')
execute function check_reservation();
-- A new customer or partner may never want an interpreter of the team again. A deleted customer or partner has no wishes.
create constraint trigger reservations_covered_for after update of customer_id, partner_id on reservations
deferrable initially deferred for each row when (
  new.status = 'approved' and (
    (new.customer_id is not null and new.customer_id is distinct from old.customer_id)
    or (new.partner_id is not null and new.partner_id is distinct from old.partner_id)
  )
)
execute function check_reservation();
create constraint trigger reservations_covered after update on reservations
deferrable initially deferred for each row when (
  new.status = 'approved' and
  (old.status, old.starts, old.ends, old.location_type, old.address, old.service_kind, old.languages, old.interpreters_needed)
    is distinct from
    (new.status, new.starts, new.ends, new.location_type, new.address, new.service_kind, new.languages, new.interpreters_needed)
)
execute function check_reservation();

-- Whoever is added to an approved reservation, or accepts an offer of it, covers it. The team may still be too small: then it is listed as not covered.
create function check_team_member() returns trigger language plpgsql as $$
declare
  missing text;
begin
  perform lock_interpreters(array[new.interpreter_id]);
  select found.obstacle into missing
  from reservations
  join reservation_interpreters team on team.reservation_id = reservations.id and team.interpreter_id = new.interpreter_id
  join users on users.id = team.interpreter_id
  cross join lateral coverage_obstacle(
    users, reservations.starts, reservations.ends, reservations.location_type, reservations.address, reservations.service_kind, reservations.languages,
    reservations.customer_id, reservations.partner_id, reservations.id
  ) as found
  where reservations.id = new.reservation_id and reservations.status = 'approved' and team.takes_part;
  if missing is not null and not is_put_back(new.reservation_id) then
    perform refuse_coverage(new.reservation_id, missing);
  end if;
  return null;
end $$;
create constraint trigger reservation_interpreters_covering after insert or update of interpreter_id on reservation_interpreters
deferrable initially deferred for each row when (new.takes_part) execute function check_team_member();
create constraint trigger reservation_interpreters_joining after update of response on reservation_interpreters
deferrable initially deferred for each row when (new.takes_part and not old.takes_part) execute function check_team_member();
