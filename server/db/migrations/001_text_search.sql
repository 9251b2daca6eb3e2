-- previous release: yes
-- How records are found by words. Search columns contain text in folded form, with a space before each word.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Text without accents, then without case, so that no locale is needed for either. The schema is named because a restore runs
-- with an empty search path.
create function folded(text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, $1))
$$;

-- A word for LIKE in which no sign has a meaning: folded first, as accents may hide such a sign.
create function folded_word(word text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(folded(word), '([\\%_])', '\\\1', 'g')
$$;

-- A pattern that an index of trigrams serves: it matches anywhere, or, with fewer than three letters, at the beginning of a word.
create function indexed_pattern(word text) returns text language sql immutable strict parallel safe as $$
  select case when length(folded(word)) < 3 then '% ' else '%' end || folded_word(word) || '%'
$$;
