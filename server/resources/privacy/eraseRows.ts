import { type RawBuilder, sql } from 'kysely';
import { type Trx, withoutAudit } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import { addUpTallies, type Tally } from './stored.ts';
import { ofPlatform, type Source, sources, type Subject } from './sources.ts';

async function countOf(trx: Trx, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with done as (${statement}) select count(*)::int as count from done`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function eraseSource(trx: Trx, subject: Subject, source: Source): Promise<Tally> {
  const { kind, handling, table, rows, held, changes, isCascade } = source;
  const name = sql.table(table);
  const fits = rows(subject);
  const kept = held ? await countOf(trx, sql`select from ${name} where ${fits} and ${held(subject)}`) : 0;
  const erased = held ? sql`${fits} and not ${held(subject)}` : fits;
  const sets = Object.entries(changes?.(subject) ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const statement = isCascade
    ? sql`select from ${name} where ${erased}`
    : sets.length > 0
      ? sql`update ${name} set ${sql.join(sets)} where ${erased} returning 1`
      : sql`delete from ${name} where ${erased} returning 1`;
  return { kind, handling, count: kept + (await countOf(trx, statement)), held: kept, since: null };
}

async function eraseLogs(
  trx: Db,
  { id, now }: Pick<Subject, 'id' | 'now'>,
  actor: string | null,
  thorough: boolean,
): Promise<Tally[]> {
  const { rows } = await sql<{ entries: number; events: number }>`
    select * from erase_logged_person(${id}, ${actor}, ${now}, ${thorough})`.execute(trx);
  const { entries = 0, events = 0 } = rows[0] ?? {};
  const erased = { handling: 'blank', held: 0, since: null } as const;
  return [
    { kind: 'audit_log', count: entries, ...erased },
    { kind: 'security_log', count: events, ...erased },
  ];
}

/**
 * Erases all data of a person, and records the id among the erased ones. Part of the transaction, which holds the lock of the
 * account, if there is one. Rows that concern a person under a legal hold stay.
 * @param actor the owner who erases; null: a command
 */
export async function eraseRows(trx: Trx, subject: Subject, actor: string | null): Promise<Tally[]> {
  const { id, now } = subject;
  const tallies: Tally[] = [];
  // Writers who hold these rows end first, so that the log has their entries when it is erased.
  for (const { table, rows } of sources.filter(({ handling }) => handling === 'blank'))
    await sql`select from ${sql.table(table)} where ${rows(subject)} for update`.execute(trx);
  await sql`
    insert into erased_people (id, at, platform_subjects)
    select ${id}, ${now}, coalesce(array_agg(platform_subject_key(source, kind, external_id)), '{}')
    from platform_subjects where ${ofPlatform(subject)}
    on conflict do nothing`.execute(trx);
  tallies.push(...(await eraseLogs(trx, subject, actor, true)));
  // The log would store the erased values again.
  await withoutAudit(trx, async () => {
    for (const source of sources) tallies.push(await eraseSource(trx, subject, source));
  });
  return addUpTallies(tallies);
}

const day = 24 * 60 * 60_000;

/**
 * Erases what an erased person wrote to the logs at the same moment: events are stored after the response, and a call that had
 * begun may have ended after the erasure. Looks at the erasures of the last day.
 */
export async function eraseLateLogs(db: Db, now: Date): Promise<void> {
  const people = await db
    .selectFrom('erased_people')
    .select('id')
    .where('at', '>', new Date(now.getTime() - day))
    .execute();
  for (const { id } of people) await eraseLogs(db, { id, now }, null, false);
}
