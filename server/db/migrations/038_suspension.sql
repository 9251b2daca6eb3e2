-- previous release: yes
-- Suspension, defined once in SQL. server/db/suspension.ts says the same of a row that has been read.

-- Whether somebody is suspended during any part of a time, which is half-open.
create function is_suspended(person users, begins timestamptz, finishes timestamptz) returns boolean language sql stable as $$
  select person.suspended_at is not null
    and person.suspended_at < finishes
    and (person.suspension_expires is null or person.suspension_expires > begins)
$$;

create function is_suspended_at(person users, moment timestamptz) returns boolean language sql stable as $$
  select is_suspended(person, moment, moment + interval '1 microsecond')
$$;

-- Whether somebody may work as an interpreter for the whole of a time.
create or replace function is_active_interpreter(person users, begins timestamptz, finishes timestamptz) returns boolean language sql stable as $$
  select person.role = 'interpreter'
    and person.approval_status = 'approved'
    and not is_suspended(person, begins, finishes)
$$;
