-- previous release: yes
-- How people come in beside their password (national ID, registration), and how records are found by words.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Text as it is compared: without accents, then without case, so that no locale is needed for either. The schema is named
-- because a backup is restored with nothing on the search path.
create function folded(text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, $1))
$$;

-- A word for LIKE that stands for itself: folded first, as accents may hide a sign that means something.
create function folded_word(word text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(folded(word), '([\\%_])', '\\\1', 'g')
$$;

-- Where an index of trigrams can find a word: anywhere, or, with fewer than three letters, where a word begins.
create function indexed_pattern(word text) returns text language sql immutable strict parallel safe as $$
  select case when length(folded(word)) < 3 then '% ' else '%' end || folded_word(word) || '%'
$$;

-- What a person is found by. A space stands before each word, the first one too.
alter table users add column search_text text not null generated always as (
  folded(' ' || first_name || ' ' || last_name || ' ' || email || coalesce(' ' || phone || ' ' || substr(phone, 2), ''))
) stored;
create index users_search on users using gin (search_text gin_trgm_ops);

-- The trail keeps what people have written, not what is made of it.
create or replace function audited(row_values jsonb) returns jsonb language sql immutable as $$
  select row_values - array['password_hash', 'version', 'search_text']
$$;

-- Who came in with which national ID.
create table national_identities (
  issuer text not null,
  -- A slow hash of the identifier: personal numbers are few enough to be tried out against a quick one.
  subject_key bytea not null,
  user_id text not null references users (id) on delete cascade,
  linked timestamptz not null,
  primary key (issuer, subject_key)
);
create unique index national_identities_user on national_identities (user_id, issuer);

-- Sign-ins that are with the provider now.
create table openid_states (
  -- SHA-256 of the state, which travels through the browser's address, and of the token that only the client has.
  state_hash bytea primary key,
  token_hash bytea not null,
  created timestamptz not null,
  expires timestamptz not null
);
create index openid_states_expires on openid_states (expires);

-- Who has asked for an account and has not confirmed the address yet. Confirmed, they are a user who waits for approval.
create table registrations (
  -- SHA-256 of the token; the token itself is in the mail only.
  token_hash bytea primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  phone text,
  language text check (language in ('en', 'lt', 'es', 'ee', 'pt', 'sk', 'is')),
  created timestamptz not null,
  expires timestamptz not null
);
create index registrations_email on registrations (email);
create index registrations_expires on registrations (expires);
