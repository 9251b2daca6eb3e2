-- previous release: yes
-- Notifications of people, what they have chosen, and the devices that get push messages.
create table notifications (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  -- The page of the dashboard that it is about.
  path text,
  -- What it is about, if that can end: an answered request waits no longer.
  subject_id text,
  -- The same event notifies a person once.
  event_key text,
  created timestamptz not null,
  read timestamptz,
  unique (user_id, event_key)
);
create index notifications_of on notifications (user_id, created desc, id);
create index notifications_unread on notifications (user_id) where read is null;
create index notifications_subject on notifications (subject_id) where subject_id is not null;
create index notifications_created on notifications (created);

-- What people have chosen who have chosen anything. Others get e-mails.
create table notification_settings (
  user_id text primary key references users (id) on delete cascade,
  email boolean not null,
  changed timestamptz not null
);

-- Devices get messages during a session only. The next one of the same person in the same browser takes them over.
create table push_subscriptions (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  user_id text not null references users (id) on delete cascade,
  session_hash bytea references sessions (token_hash) on delete set null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  enabled boolean not null default true,
  created timestamptz not null,
  used timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_hash) where session_hash is not null;
create index push_subscriptions_used on push_subscriptions (used);

-- Push messages that wait: tasks of the leased queue.
create table push_messages (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  subscription_id text not null references push_subscriptions (id) on delete cascade,
  notification_id text not null references notifications (id) on delete cascade,
  due timestamptz not null,
  until timestamptz not null,
  tries integer not null default 0,
  unique (notification_id, subscription_id)
);
create index push_messages_due on push_messages (due);
create index push_messages_subscription on push_messages (subscription_id);

-- Tells the open pages of people that their notifications have changed. PostgreSQL refuses 8,000 bytes and more.
create function announce_notifications() returns trigger language plpgsql as $$
declare
  people jsonb;
begin
  for people in
    select jsonb_agg(user_id) from (
      select user_id, (row_number() over () - 1) / 200 as part from (select distinct user_id from rows_now) as everybody
    ) as parts group by part
  loop
    perform pg_notify('signboard_changes', jsonb_build_object('id', gen_random_uuid(), 'kind', 'notifications',
      'record', null, 'people', jsonb_build_array(people), 'traits', '[]'::jsonb)::text);
  end loop;
  return null;
end $$;
create trigger notifications_announced_insert after insert on notifications referencing new table as rows_now
for each statement execute function announce_notifications();
create trigger notifications_announced_update after update on notifications referencing new table as rows_now
for each statement execute function announce_notifications();
