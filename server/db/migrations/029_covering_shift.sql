-- previous release: yes
-- Whether a reservation can stand on a shift, said once for the rule that is enforced and for the lists that show it. Of one expression, so that
-- the planner makes it a part of the query that asks; the first two lines are for the index, as no shift is longer than a day of 25 hours.
create function shift_covers(shift shifts, begins timestamptz, finishes timestamptz, place text, kind text)
returns boolean language sql stable as $$
  select shift.starts <= begins
    and shift.starts > begins - interval '26 hours'
    and shift.ends >= finishes
    and shift.state = 'enabled'
    and shift.allow_reservations
    and shift.location_type = place
    and shift.communication_type in (kind, 'both')
$$;

create or replace function covering_shift(person text, begins timestamptz, finishes timestamptz, place text, kind text)
returns text language sql stable as $$
  select shifts.id from shifts
  where shifts.interpreter_id = person and shift_covers(shifts, begins, finishes, place, kind)
  order by shifts.starts limit 1
$$;
