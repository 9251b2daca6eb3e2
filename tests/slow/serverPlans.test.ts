import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeSync, openSync, readSync } from 'node:fs';
import { sql } from 'kysely';
import { flags } from '../../contract/flags.ts';
import { operationsOf, type Operation } from '../../scripts/probe/contract.ts';
import { trackRecords } from '../../scripts/probe/known.ts';
import { sample, sourceOf } from '../../scripts/probe/sample.ts';
import { queryText } from '../../scripts/probe/wire.ts';
import { build } from '../../server/app.ts';
import { openDatabase, type Database } from '../../server/db/database.ts';
import { seed } from '../../server/seed/seed.ts';
import { testDeployment, testStart } from '../support/backend.ts';
import { testFileKeys } from '../support/fileKeys.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { addSession } from '../support/session.ts';

/** Tables with at least this many rows count as big; in this data those are the ones that grow over the years. */
const bigFrom = 2000;

/** The share of a table that justifies a scan: an index would read nearly every page as well. */
const mostOf = 0.1;

/** Known sequential scans, with reasons. */
const known: [RegExp, string][] = [
  [
    /^owner: \/audit\/\?search=/,
    'owners rarely search the audit log by any word; an index would slow down every write',
  ],
  [
    /^owner: \/schedules\/\w+\/blocking_reservations\//,
    'a hash of so few reservations is cheaper; twenty thousand are read by key',
  ],
  [
    /^owner: \/privacy\/people\//,
    'owners rarely ask what is stored about a person; it is everywhere, also in values of the audit log (decision 335)',
  ],
  [
    /^\w+: \/(reservations|interpretations)\/\?search=(sigridur|a)$/,
    'records are joined with the hundreds of people that match (decision 241)',
  ],
];

/** A word without matches, a name of hundreds of people, and a letter in most records. */
const searches = ['xyzzy', 'sigridur', 'a'];

const amounts = {
  crowd: { managers: 20, interpreters: 150, customers: 12_000, partners: 100 },
  days: 300,
  perDay: 130,
  calendar: 200,
};

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Filter?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
};

/** A sequential scan: the table, how many rows remain, and whether they are only counted. */
type Scan = { table: string; rows: number; isCount: boolean };
type Explained = { 'Query Text': string; Plan: Plan };

/** A page and its count are one statement; the count is an InitPlan. */
function scansOf(plan: Plan, isCount: boolean): Scan[] {
  const { 'Node Type': node, 'Relation Name': table = '', 'Plan Rows': rows, Plans: within = [] } = plan;
  const counts = isCount || plan['Parent Relationship'] === 'InitPlan';
  return [
    ...(node === 'Seq Scan' ? [{ table, rows, isCount: counts }] : []),
    ...within.flatMap((part) => scansOf(part, counts)),
  ];
}

/** The conditions that compare each row of a table with each value from another part of the statement. */
function comparisonsOf({
  'Relation Name': table = '',
  Plans: within = [],
  ...plan
}: Plan): { table: string; condition: string }[] {
  const conditions = [plan.Filter ?? '', plan['Recheck Cond'] ?? ''].filter((text) => /= ANY \(\$\d+\)/.test(text));
  return [...conditions.map((condition) => ({ table, condition })), ...within.flatMap(comparisonsOf)];
}

/** The last line of a plan in the log. */
const endOfPlan = '\n\t}\n';

/** The plans that auto_explain has written into the server's log. */
function plansIn(log: string): Explained[] {
  return log
    .split(/^(?=\S)/m)
    .filter((entry) => /duration: [\d.]+ ms {2}plan:/.test(entry))
    .map((entry) => JSON.parse(entry.slice(entry.indexOf('plan:') + 5)) as Explained);
}

/** One statement for any length of its lists of values. */
const shapeOf = (text: string) => text.replace(/\s+/g, ' ').replace(/\$\d+(, ?\$\d+)+/g, '$n');

(hasPostgres ? describe : describe.skip)('the query plans of each screen', () => {
  let server: PostgresServer;
  let database: Database | null = null;
  let statements: Map<string, { scans: Scan[]; from: string }>;
  let comparisons: { table: string; condition: string; from: string }[];
  let sizes: Map<string, number>;

  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    const filling = await openDatabase({ url });
    await filling.migrate();
    const all = Object.fromEntries(flags.map((flag) => [flag, true])) as typeof testDeployment.flags;
    const deployment = { ...testDeployment, flags: all };
    await seed(filling, deployment, { size: amounts, now: testStart });
    await sql`insert into audit_entries (at, person_id, act, collection, record_id)
      select ${testStart}::timestamptz - n * interval '1 minute', person.id, 'update', 'users', person.id
      from generate_series(1, 4) as n, (select id from users) as person`.execute(filling.db);
    await sql`vacuum analyze`.execute(filling.db);
    const { database: databaseName } = await filling.db
      .selectNoFrom(sql<string>`current_database()`.as('database'))
      .executeTakeFirstOrThrow();
    for (const [setting, value] of [
      ['session_preload_libraries', 'auto_explain'],
      ['auto_explain.log_min_duration', '0'],
      ['auto_explain.log_format', 'json'],
      ['auto_explain.log_nested_statements', 'on'],
      // A planner setting for databases on SSDs.
      ['random_page_cost', '1.1'],
    ])
      await sql`alter database ${sql.id(databaseName)} set ${sql.raw(setting ?? '')} = ${sql.lit(value)}`.execute(
        filling.db,
      );
    await filling.close();

    const opened = await openDatabase({ url });
    database = opened;
    const app = await build({
      deployment,
      database: opened,
      mailer: { send: async () => undefined, close: () => undefined },
      fileKeys: testFileKeys,
      clock: () => testStart,
    });
    const operations = operationsOf((await app.inject('/openapi.json')).json()).filter(
      ({ method }) => method === 'GET',
    );
    statements = new Map();
    comparisons = [];
    const log = openSync(server.log, 'r');
    let unread = '';
    /** The new part of the log, assigned to one call. A plan that is still being written belongs to the next one. */
    const gather = (from: string) => {
      const chunk = Buffer.alloc(1 << 20);
      for (let length = readSync(log, chunk); length > 0; length = readSync(log, chunk))
        unread += chunk.toString('latin1', 0, length);
      const end = unread.lastIndexOf(endOfPlan) + endOfPlan.length;
      if (end < endOfPlan.length) return;
      const said = unread.slice(0, end);
      unread = unread.slice(end);
      for (const { 'Query Text': text, Plan: plan } of plansIn(said)) {
        const shape = shapeOf(text);
        const before = statements.get(shape);
        const scans = scansOf(plan, false);
        comparisons.push(...comparisonsOf(plan).map((comparison) => ({ ...comparison, from })));
        statements.set(shape, {
          scans: [...(before?.scans ?? []), ...scans],
          from: before?.scans.length || scans.length === 0 ? (before?.from ?? from) : from,
        });
      }
    };

    for (const role of ['owner', 'interpreter'] as const) {
      const person = await opened.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', role)
        .orderBy('email')
        .limit(1)
        .executeTakeFirstOrThrow();
      const token = await addSession(opened.db, person.id, { created: testStart });
      const learned = trackRecords((values) => values[0]);
      const source = sourceOf('plans', testStart, learned.idFor);
      gather('the test itself');
      const get = async (operation: Operation, query: Record<string, unknown>) => {
        const path = learned.fill(operation);
        if (path === null) return;
        const address = `${path}${queryText(query)}`;
        const answer = await app.inject({ url: address, headers: { authorization: `Token ${token}` } });
        if (answer.statusCode === 200 && /json/.test(String(answer.headers['content-type'])))
          learned.learn(operation.path, answer.json());
        gather(`${role}: ${address}`);
      };
      for (const operation of operations.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)) {
        const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
        const needed = Object.fromEntries(
          parameters.filter(({ required }) => required).map(({ name, schema }) => [name, sample(schema, name, source)]),
        );
        await get(operation, needed);
        for (const { name, schema } of parameters.filter(
          (parameter) => !parameter.required && !['page', 'page_size'].includes(parameter.name),
        )) {
          const values =
            name === 'ordering' ? (schema.enum ?? []) : name === 'search' ? searches : [sample(schema, name, source)];
          for (const value of values) await get(operation, { ...needed, [name]: value });
        }
      }
    }
    await app.close();
    closeSync(log);
    const { rows } = await sql<{ name: string; rows: number }>`select relname as name, reltuples as rows from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(opened.db);
    sizes = new Map(rows.map(({ name, rows: count }) => [name, count]));
  });
  afterAll(async () => {
    await database?.close();
    await server.stop();
  });

  it('scan no big table for a part of it', () => {
    const found = [...statements].flatMap(([text, { scans, from }]) => {
      const wrong = scans.filter(({ table, rows, isCount }) => {
        const size = sizes.get(table) ?? 0;
        // Counting most of a table may scan it; a page never may.
        const counts = text.startsWith('select count(*)') || (isCount && text.includes('(select count(*)'));
        return size >= bigFrom && !(counts && rows >= size * mostOf);
      });
      const isKnown = known.some(([pattern]) => pattern.test(from));
      return wrong.length > 0 && !isKnown ? [`${wrong.map(({ table }) => table).join()} | ${from} | ${text}`] : [];
    });
    expect(found).toEqual([]);
  });

  it('compare no row with many values one by one', () => {
    // The global search compares with a hundred people at most.
    const found = comparisons.filter(
      ({ table, from }) => (sizes.get(table) ?? 0) >= bigFrom && !/: \/search\//.test(from),
    );
    expect(found).toEqual([]);
  });

  it('include every screen, on big tables', () => {
    const big = [...sizes].filter(([, rows]) => rows >= bigFrom).map(([name]) => name);
    expect(big).toEqual(
      expect.arrayContaining(['users', 'interpretations', 'shifts', 'reservations', 'audit_entries', 'feedback']),
    );
    for (const table of big)
      expect([table, [...statements.keys()].some((text) => new RegExp(`\\b${table}\\b`).test(text))]).toEqual([
        table,
        true,
      ]);
    expect(statements.size).toBeGreaterThan(60);
  });
});
