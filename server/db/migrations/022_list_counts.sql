-- previous release: yes
-- How many records long lists have, a few seconds old, for all processes (server/collection/counts.ts). Worth nothing after a
-- crash, so not logged.
create unlogged table list_counts (
  -- SHA-256 of what is counted.
  name bytea primary key,
  count integer not null,
  counted timestamptz not null,
  -- When somebody last began to count again.
  claimed timestamptz not null
);
