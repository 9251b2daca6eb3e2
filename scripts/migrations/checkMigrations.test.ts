import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { schemaRange, knownMigrations } from '../../server/db/migrations.ts';
import { checkMigrations, scratchDatabase } from './checkMigrations.ts';

const first = `-- previous release: yes
create table calls (id int primary key, state text not null default 'new' check (state in ('new', 'done')), note text);
create function waiting(calls) returns boolean language sql as $$ select $1.state = 'new' $$;`;

let database: PGlite;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-migrations-'));
  writeFileSync(join(folder, '001_calls.sql'), first);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the check says of a second migration, after its file and "but". */
async function checked(sql: string, answer: 'yes' | 'no' = 'yes'): Promise<string | undefined> {
  writeFileSync(join(folder, '002_next.sql'), `-- previous release: ${answer}\n${sql}`);
  const [problem] = await checkMigrations(folder, database);
  if (problem !== undefined)
    expect(problem).toContain('002_next.sql:1: states that the previous release can run on it');
  return problem === undefined ? undefined : /but (.+?)\. Expand first/.exec(problem)?.[1];
}

describe('a migration on which the previous release shall run', () => {
  test.each([
    ['drops a column', 'alter table calls drop column note', 'the column calls.note is gone'],
    ['renames a column', 'alter table calls rename note to remark', 'the column calls.note is gone'],
    [
      'drops a table',
      'drop table calls cascade',
      'the table calls is gone, and the function waiting(calls) returns boolean is gone',
    ],
    [
      'narrows a type',
      'alter table calls alter note type varchar(10)',
      'the column calls.note was text and is character varying(10)',
    ],
    [
      'requires a value',
      'alter table calls alter note set not null',
      'the column calls.note must not be null any more',
    ],
    ['removes a default', 'alter table calls alter state drop default', 'the column calls.state lost its default'],
    [
      'adds a required column',
      'alter table calls add place text not null',
      'the new column calls.place has no default and must not be null',
    ],
    [
      'adds a check',
      'alter table calls add constraint short check (length(note) < 9)',
      'the check calls.short is stricter or new',
    ],
    [
      'takes a word from a check',
      "alter table calls drop constraint calls_state_check, add constraint calls_state_check check (state in ('new', 'gone'))",
      'the check calls.calls_state_check is stricter or new',
    ],
    [
      'makes values unique',
      'create unique index one_note on calls (note)',
      'the unique index calls.one_note is stricter or new',
    ],
    ['drops a function', 'drop function waiting(calls)', 'the function waiting(calls) returns boolean is gone'],
  ])('is refused when it %s', async (_, sql, problem) => {
    expect(await checked(sql)).toBe(problem);
    expect(await checked(sql, 'no')).toBeUndefined();
  });

  test.each([
    [
      'adds a table with rules',
      'create table rooms (id int primary key, name text not null unique check (length(name) > 2))',
    ],
    [
      'adds a column with a default and a check',
      "alter table calls add place text not null default '' check (length(place) < 9)",
    ],
    [
      'adds a word to a check',
      "alter table calls drop constraint calls_state_check, add constraint calls_state_check check (state in ('new', 'done', 'lost'))",
    ],
    ['widens a type', 'alter table calls alter id type bigint'],
    ['adds an index', 'create index by_note on calls (note)'],
    ['removes a rule', 'alter table calls alter state drop not null'],
  ])('may do what takes nothing away: it %s', async (_, sql) => {
    expect(await checked(sql)).toBeUndefined();
  });
});

describe('the statement of a migration', () => {
  test('must be there', () => {
    writeFileSync(join(folder, '002_silent.sql'), 'create table rooms (id int)');
    expect(() => knownMigrations(folder)).toThrow(/002_silent\.sql must begin with "-- previous release: yes"/);
  });

  test('is not part of the hash, so it can be added to a migration that databases have applied', () => {
    const hash = () => knownMigrations(folder).map(({ sha256 }) => sha256);
    const before = hash();
    writeFileSync(join(folder, '001_calls.sql'), first.replace('yes', 'no'));
    expect(hash()).toEqual(before);
  });

  test('gives the range of schemas: the last migration, and the last that took something away', () => {
    writeFileSync(join(folder, '002_narrower.sql'), '-- previous release: no\nselect 1');
    writeFileSync(join(folder, '003_wider.sql'), '-- previous release: yes\nselect 1');
    expect(schemaRange(knownMigrations(folder))).toEqual({ newest: '003_wider', oldest: '002_narrower' });
  });
});
