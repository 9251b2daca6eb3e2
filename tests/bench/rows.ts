import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/tables.ts';
import { mergeFigures } from '../../server/figures/repository.ts';
import { startSink } from '../../server/mail/sink.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { seed } from '../../server/seed/seed.ts';
import { freePort } from '../support/freePort.ts';
import { startPostgres } from '../support/postgres.ts';
import { addSignedIn } from '../support/session.ts';
import { machine, median, quantile } from './measure.ts';
import { startServer, tenant } from './server.ts';
import { writeSection } from './writeSection.ts';

const now = new Date('2024-05-01T09:00:00Z');

/** How many rows one statement adds. */
const batch = 100_000;

const calls = 200;

/** Reads `100k` or `10m`; null if it is no number of rows. */
export function parseRows(text: string): number | null {
  const [, digits, unit = ''] = /^(\d+)([km]?)$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * { '': 1, k: 1_000, m: 1_000_000 }[unit as '' | 'k' | 'm'];
}

/** Adds requests with ratings of a third of them over two years, and one customer for ten of them, in SQL. */
async function fill(db: Kysely<Tables>, rows: number, say: (line: string) => void): Promise<void> {
  const people = Math.ceil(rows / 10);
  const inPieces = async (count: number, add: (from: number, to: number) => Promise<unknown>) => {
    for (let from = 0; from < count; from += batch) {
      await add(from, Math.min(count, from + batch) - 1);
      say(`${Math.min(count, from + batch).toLocaleString('en')} of ${count.toLocaleString('en')}`);
    }
  };
  const within = (act: (trx: Kysely<Tables>) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('signboard.audit', 'off', true), set_config('signboard.announce', 'off', true),
        set_config('statement_timeout', '0', true)`.execute(trx);
      await act(trx);
    });
  await inPieces(people, (from, to) =>
    within((trx) =>
      sql`insert into users (id, email, first_name, last_name, role, approval_status, created)
        select 'c' || lpad(to_hex(n), 23, '0'), 'customer-' || n || '@bench.example',
          (array['Rasa', 'Jonas', 'Ona', 'Petras', 'Ieva', 'Mantas', 'Eglė'])[1 + n % 7],
          (array['Kazlauskas', 'Petrauskas', 'Žukauskas', 'Butkus', 'Urbonas'])[1 + n % 5] || ' ' || n % 1000,
          'deaf', 'approved', ${now}::timestamptz - make_interval(mins => (n % 1000000)::int)
        from generate_series(${from}::bigint, ${to}::bigint) as n`.execute(trx),
    ),
  );
  await inPieces(rows, (from, to) =>
    within(async (trx) => {
      await sql`
        with interpreters as (select array_agg(id order by id) as ids from users where role = 'interpreter'),
          offices as (select array_agg(id order by id) as ids from partner_ids)
        insert into interpretations (id, channel, session_mode, location_type, queue_type, category, customer_id,
          interpreter_id, partner_id, created, started, ended, note)
        select 'd' || lpad(to_hex(n), 23, '0'), case when n % 4 = 0 then 'live' else 'online' end,
          case when n % 2 = 0 then 'VRI' else 'VRS' end, 'remote', 'social', (array['Sveikata', 'Teisė', 'Darbas'])[1 + n % 3],
          'c' || lpad(to_hex(n * 7919 % ${people}::bigint), 23, '0'),
          interpreters.ids[1 + n % array_length(interpreters.ids, 1)],
          case when n % 3 = 0 then offices.ids[1 + n % array_length(offices.ids, 1)] end,
          at, case when n % 10 > 0 then at + interval '20 seconds' end, at + interval '12 minutes',
          case when n % 5 = 0 then 'Pastaba ' || n end
        from generate_series(${from}::bigint, ${to}::bigint) as n, interpreters, offices,
          lateral (select ${now}::timestamptz - interval '1 hour' - n * (interval '730 days' / ${rows}::bigint) as at) as times`.execute(
        trx,
      );
      await sql`
        insert into feedback (id, interpretation_id, interpreter_id, rating, waiting_seconds, created)
        select 'e' || substr(id, 2), id, interpreter_id, 1 + abs(hashtext(id)) % 5, coalesce(waiting_seconds, 0), ended
        from interpretations
        where id between 'd' || lpad(to_hex(${from}::bigint), 23, '0') and 'd' || lpad(to_hex(${to}::bigint), 23, '0')
          and started is not null and abs(hashtext(id)) % 3 = 0`.execute(trx);
    }),
  );
  say('Statistics of the planner, and figures');
  await mergeFigures(db);
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}

/** Measures lists, statistics and the calendar with so many requests, and a tenth as many people. */
export async function benchRows(rows: number, say: (line: string) => void): Promise<boolean> {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const sink = await startSink();
  const database = await openDatabase({ url: databaseUrl });
  const [busy = 0] = loadavg();
  let server: ChildProcess | null = null;
  try {
    await database.migrate();
    const { db } = database;
    const began = performance.now();
    const crowd = { managers: 20, interpreters: 500, customers: 1_000, partners: 200 };
    await seed(database, await loadDeployment(tenant), { size: { crowd, days: 60, perDay: 20, calendar: 60 }, now });
    await fill(db, rows, say);
    const filled = (performance.now() - began) / 1000;
    const { headers } = await addSignedIn(db, 'owner');
    const port = await freePort();
    server = await startServer({ databaseUrl, smtpUrl: sink.url, port });
    const url = `http://127.0.0.1:${port}`;

    const month = 'from_day=2024-04-01&to_day=2024-04-30';
    const week = 'from_day=2024-04-15&to_day=2024-04-21';
    const years = 'from_day=2022-05-01&to_day=2024-04-30&interval=months&output=objects';
    const results: { what: string; times: number[]; limit: number }[] = [];
    for (const [what, path, limit] of [
      ['interpretations', '/interpretations/', 50],
      ['interpretations of a month', `/interpretations/?${month}`, 50],
      ['interpretations, page 100', '/interpretations/?page=100', 50],
      ['people', '/users/', 50],
      ['people by name', '/users/?ordering=last_name', 50],
      ['feedback', '/feedback/', 50],
      ['a page of the calendar, 100 interpreters of a week', `/calendar/?${week}&page_size=100`, 50],
      ['the month of the calendar, 500 interpreters', `/calendar/month/?${month}`, 50],
      ['100 interpreters of a month, which no screen reads', `/calendar/?${month}&page_size=100`, 50],
      ['statistics, a month by days', `/statistics/?${month}&interval=days&output=objects`, 300],
      ['statistics, two years by months', `/statistics/?${years}`, 300],
    ] as const) {
      const times: number[] = [];
      for (let index = 0; index < 2 * calls; index += 1) {
        const asked = performance.now();
        const answer = await fetch(`${url}${path}`, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        // The first half warms up.
        if (index >= calls) times.push(performance.now() - asked);
      }
      results.push({ what, times, limit });
      say(`${what}: median ${median(times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`);
    }
    const { rows: sizes } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
      db,
    );
    const isMet = results.every(({ times, limit }) => quantile(times, 0.99) <= limit);
    writeSection(`# Many rows

Written by \`npm run bench -- api --rows ${rows}\`: ${rows.toLocaleString('en')} interpretations and ${Math.ceil(rows / 10).toLocaleString('en')} customers over two
years, one server process and PostgreSQL on one machine, ${calls} calls one after another after as many warm-up calls.

- ${machine}; ${busy.toFixed(1)} processes were running or waiting at the start
- the database has ${((sizes[0]?.size ?? 0) / 1e9).toFixed(1)} GB; filled in ${filled.toFixed(0)} s

| | median | p99 | target (p99) | |
| --- | ---: | ---: | ---: | ---: |
${results
  .map(({ what, times, limit }) => {
    const p99 = quantile(times, 0.99);
    return `| ${what} | ${median(times).toFixed(0)} ms | ${p99.toFixed(0)} ms | ${limit} ms | ${p99 <= limit ? 'pass' : '**miss**'} |`;
  })
  .join('\n')}`);
    return isMet;
  } finally {
    server?.kill('SIGKILL');
    await Promise.all([database.close(), sink.stop()]);
    await postgres.stop();
  }
}
