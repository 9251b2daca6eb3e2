-- previous release: yes
-- Security events that are still to be sent to another system, in their order.
create table security_forwards (
  event_id bigint primary key references security_events (id) on delete cascade
);

-- The one task that sends them: whichever process holds its lease sends, so that events keep their order.
create table security_forwarding (
  id integer primary key check (id = 1),
  due timestamptz not null,
  tries integer not null default 0,
  failure text
);
