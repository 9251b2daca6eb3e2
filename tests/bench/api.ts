import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { startSink } from '../../server/mail/sink.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { freePort } from '../support/freePort.ts';
import { startPostgres } from '../support/postgres.ts';
import { addSession } from '../support/session.ts';
import { fireEvents } from './events.ts';
import { writeSection } from './writeSection.ts';
import { machine, median, quantile } from './measure.ts';
import { startServer, tenant, untilReady } from './server.ts';

const repository = resolve(import.meta.dirname, '../..');
const clock = '2024-05-01';

/** A row of the results, in the order of the columns. `wanted` is the target, if there is one. */
type Row = {
  what: string;
  found: string;
  p99: string;
  ratio?: string;
  /** Processor time of the server and of the database per call. */
  cost?: string;
  wanted?: string;
  met?: boolean;
};

type Load = { requests: number; total: number; p99: number; failures: number };

const connections = 20;
const seconds = 5;
/** The median counts, as a shared machine has slow moments. */
const rounds = 3;

/** Until connections are open, statements prepared, and frequent code compiled by V8. */
const warmUp = 15;

/** Uses wrk, which needs little processor time: generator and server share the machine. */
async function fire(url: string, authorization: string, duration: number): Promise<Load> {
  const script = join(import.meta.dirname, 'load.lua');
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${duration}s`,
    '-H',
    `Authorization: ${authorization}`,
    '-s',
    script,
    url,
  ];
  const { stdout } = await promisify(execFile)('wrk', args);
  const said = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
  const { total = 0, duration: microseconds = 0, p99 = 0, failures = 0 } = said;
  return { requests: (total * 1e6) / microseconds, total, p99: p99 / 1000, failures };
}

/** Durations of sequential calls, in milliseconds. */
async function oneByOne(count: number, call: (index: number) => Promise<Response>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    const answer = await call(index);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

/** The peak memory of a process since the last reset, in bytes. */
function peakOf({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

function forgetPeak({ pid }: ChildProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The processor time of processes, in microseconds; ended processes are left out. */
function timesOf(pids: readonly (number | undefined)[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const pid of pids)
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      times.set(Number(pid), (Number(fields[11]) + Number(fields[12])) * 10_000);
    } catch {
      // Idle connections end.
    }
  return times;
}

/** The processor time since an earlier measurement, without processes that have ended. */
function since(before: Map<number, number>): number {
  return [...timesOf([...before.keys()])].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
}

function table(head: string[], lines: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index ? '---:' : '---'))), ...lines.map(line)].join('\n');
}

const verdictOf = ({ met }: Row): string => (met === undefined ? '' : met ? 'pass' : '**miss**');

/**
 * Measures the backend on PostgreSQL with a million interpretations: the server is a separate process, and a minimal route
 * with `select 1` gives the limit of the machine. BENCH_DATABASE_URL is a database that `npm run ops -- seed` has filled
 * before.
 */
export async function benchApi(say: (line: string) => void): Promise<boolean> {
  const given = process.env['BENCH_DATABASE_URL'];
  const postgres = given ? null : await startPostgres();
  const databaseUrl = given ?? (await postgres!.createDatabase());
  const children: ChildProcess[] = [];
  const sink = await startSink();
  const [busy = 0] = loadavg();
  let watch: Database | null = null;
  try {
    say('Seeding (100,000 people, 1,000,000 interpretations, 200,000 shifts)');
    const began = performance.now();
    execFileSync(process.execPath, ['scripts/seed.ts', '--tenant', tenant, '--size', 'bench', '--clock', clock], {
      cwd: repository,
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    const seeded = (performance.now() - began) / 1000;
    watch = await openDatabase({ url: databaseUrl });
    const { db } = watch;
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirstOrThrow();
    const people = await db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'manager')
      .where('suspended_at', 'is', null)
      .orderBy('id')
      .limit(60)
      .execute();
    const token = await addSession(db, owner.id);
    const headers = { authorization: `Token ${token}` };

    const [port, barePort] = [await freePort(), await freePort()];
    const server = await startServer({ databaseUrl, smtpUrl: sink.url, port });
    children.push(server);
    const bareCommand = [join(import.meta.dirname, 'bare.mjs'), databaseUrl, String(barePort)];
    const bareServer = spawn(process.execPath, bareCommand, { stdio: 'ignore' });
    children.push(bareServer);
    const url = `http://127.0.0.1:${port}`;
    await untilReady(`http://127.0.0.1:${barePort}/`);

    const rows: Row[] = [];
    const load = async (what: string, address: string, of: ChildProcess): Promise<Load & { cost: string }> => {
      await fire(address, headers.authorization, warmUp);
      const { rows: backends } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
      const pids = backends.map(({ pid }) => pid);
      const taken: (Load & { cost: string })[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = [timesOf([of.pid]), timesOf(pids)] as const;
        const fired = await fire(address, headers.authorization, seconds);
        if (fired.failures > 0) throw new Error(`${what}: ${fired.failures} calls failed`);
        const each = (time: number) => `${(time / fired.total).toFixed(0)}`;
        taken.push({ ...fired, cost: `${each(since(before[0]))} + ${each(since(before[1]))} µs` });
      }
      const { [Math.floor(rounds / 2)]: middle } = taken.toSorted((a, b) => a.requests - b.requests);
      if (!middle) throw new Error('No round');
      say(`${what}: ${middle.requests.toFixed(0)} requests/s, p99 ${middle.p99.toFixed(0)} ms, ${middle.cost}`);
      return middle;
    };
    const bare = await load('a minimal route', `http://127.0.0.1:${barePort}/`, bareServer);
    rows.push({
      what: 'a minimal route, `select 1`',
      found: bare.requests.toFixed(0),
      p99: `${bare.p99.toFixed(0)} ms`,
      ratio: '1.00',
      cost: bare.cost,
    });
    for (const [what, path] of [
      ['who am I', '/auth/me/'],
      ['partner categories', '/partner_categories/'],
      ['partners', '/partners/'],
      ['users of 100,000', '/users/'],
      ['users, by name', '/users/?ordering=last_name'],
      ['reservations', '/reservations/'],
      ['interpretations of a million', '/interpretations/'],
      ['interpretations of a month', '/interpretations/?from_day=2024-04-01&to_day=2024-04-30'],
    ] as const) {
      const { requests, p99, cost } = await load(what, `${url}${path}`, server);
      rows.push({
        what,
        found: requests.toFixed(0),
        p99: `${p99.toFixed(0)} ms`,
        ratio: (requests / bare.requests).toFixed(2),
        cost,
        wanted: '1500/s, 50 ms',
        met: requests >= 1500 && p99 <= 50,
      });
    }

    const events = await fireEvents(url, db, { rounds, seconds, warmUp });
    rows.push({
      what: 'events of a video platform, in batches of 500',
      found: events.perSecond.toFixed(0),
      p99: `${events.p99.toFixed(0)} ms`,
      ratio: (events.perSecond / bare.requests).toFixed(2),
      wanted: '2000/s',
      met: events.perSecond >= 2000,
    });
    say(
      `events: ${events.perSecond.toFixed(0)}/s, ${(events.perSecond / bare.requests).toFixed(2)} of a minimal route`,
    );

    const times: Row[] = [];
    const single = async (what: string, paths: string[], count: number, limit: number) => {
      const call = (index: number) => fetch(`${url}${paths[index % paths.length]}`, { headers });
      await oneByOne(count, call);
      const taken = await oneByOne(count, call);
      times.push({
        what,
        found: `${median(taken).toFixed(0)} ms`,
        p99: `${quantile(taken, 0.99).toFixed(0)} ms`,
        wanted: `${limit} ms`,
        met: median(taken) <= limit,
      });
      say(`${what}: median ${median(taken).toFixed(0)} ms`);
    };
    const read = async <Body>(path: string): Promise<Body> =>
      (await (await fetch(`${url}${path}`, { headers })).json()) as Body;
    const first = async (path: string) => (await read<{ results: { id: string }[] }>(path)).results[0]?.id;
    const month = 'from_day=2024-04-01&to_day=2024-04-30';
    const { count: interpreters } = await read<{ count: number }>(`/calendar/?${month}&page_size=1`);
    const pages = Array.from({ length: Math.ceil(interpreters / 100) }, (_, index) => index + 1);
    const interpreter = await first('/users/?role[]=interpreter&approval_status[]=approved&page_size=1');
    await single('calendar month, one interpreter', [`/shifts/?${month}&interpreter[]=${interpreter}`], 40, 50);
    await single('calendar month, a page of 25 interpreters', [`/calendar/?${month}&page_size=25`], 40, 50);
    await single(
      `calendar month, everybody: each of ${pages.length} pages of 100 interpreters`,
      pages.map((number) => `/calendar/?${month}&page_size=100&page=${number}`),
      pages.length * 2,
      50,
    );
    const department = `department[]=${await first('/departments/?page_size=1')}`;
    const category = `partner_category[]=${await first('/partner_categories/?page_size=1')}`;
    const days = `/statistics/?${month}&interval=days&output=objects`;
    const months = '/statistics/?from_day=2022-05-01&to_day=2024-04-30&interval=months&output=objects';
    await single('statistics, a month by days', [days], 10, 300);
    await single('statistics, a month by days, of a department', [`${days}&${department}`], 10, 300);
    await single('statistics, a month by days, of a category of partners', [`${days}&${category}`], 10, 300);
    await single('statistics, two years by months', [months], 10, 300);
    await single('statistics, two years by months, of a department', [`${months}&${department}`], 5, 300);
    await single('statistics, two years by months, of a category of partners', [`${months}&${category}`], 5, 300);

    await single('interpretations of a million, search for a', ['/interpretations/?search=a'], 10, 300);
    await single(
      'interpretations of a million, search for a rare word',
      ['/interpretations/?search=zigmantas'],
      10,
      300,
    );
    await single('reservations, search for a', ['/reservations/?search=a'], 10, 300);

    // Sign-ins are limited to ten accounts per address in a quarter of an hour, so each call has another address.
    const signIns = await oneByOne(people.length, (index) =>
      fetch(`${url}/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${index}.1` },
        body: JSON.stringify({ email: people[index]?.email, password: demoPassword }),
      }),
    );
    times.push({
      what: 'sign-in, one after another',
      found: `${median(signIns).toFixed(0)} ms`,
      p99: `${quantile(signIns, 0.99).toFixed(0)} ms`,
    });

    const files: { cells: string[]; met: boolean }[] = [];
    for (const [output, from] of [
      ['csv', '2024-02-22'],
      ['xlsx', '2024-02-22'],
      ['html', '2024-02-22'],
      ['pdf', '2024-02-22'],
      // The largest that a word processor opens.
      ['docx', '2024-04-25'],
    ] as const) {
      const range = `from_day=${from}&to_day=2024-04-30`;
      const { count: lines } = await read<{ count: number }>(`/interpretations/?${range}&page_size=1`);
      forgetPeak(server);
      const before = peakOf(server);
      const began = performance.now();
      let isDone = false;
      const exported = fetch(`${url}/report/?${range}&output=${output}`, { headers }).then(async (answer) => {
        if (!answer.ok) throw new Error(`${output}: ${answer.status}`);
        let bytes = 0;
        for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
        isDone = true;
        return bytes;
      });
      const meanwhile: number[] = [];
      while (!isDone) meanwhile.push(...(await oneByOne(1, () => fetch(`${url}/partners/`, { headers }))));
      const bytes = await exported;
      const [peak, slowest] = [peakOf(server), quantile(meanwhile, 0.99)];
      const megabytes = (count: number) => `${(count / 1e6).toFixed(0)} MB`;
      files.push({
        cells: [
          output,
          lines.toLocaleString('en'),
          megabytes(bytes),
          `${((performance.now() - began) / 1000).toFixed(0)} s`,
          megabytes(before),
          megabytes(peak),
          `${median(meanwhile).toFixed(0)} ms`,
          `${slowest.toFixed(0)} ms`,
        ],
        met: peak < 300e6 && slowest < 200,
      });
      say(`${output}: peak ${megabytes(peak)}, list meanwhile p99 ${slowest.toFixed(0)} ms`);
    }

    const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      cwd: repository,
      encoding: 'utf8',
    });
    writeSection(`# API performance

Written by \`npm run bench -- api\`: one server process, PostgreSQL and the load generator (wrk, ${connections} connections, the median of
${rounds} times ${seconds} s after ${warmUp} s of warm-up), all on one machine. Figures depend on the machine and its load. Compare the ratio to a minimal route in the same
run, and the processor time per call of the server and of the database.

- ${machine}, Node ${process.versions.node}
- ${busy.toFixed(1)} processes were running or waiting for a processor at the start; above ${cpus().length}, all times are too long
- seeded in ${seeded.toFixed(0)} s${given ? ' (the data existed before)' : ''}, commit ${commit.trim()}

${table(
  ['', 'requests/s', 'p99', '× minimal', 'server + database', 'target', ''],
  rows.map((row) => [row.what, row.found, row.p99, row.ratio ?? '', row.cost ?? '', row.wanted ?? '', verdictOf(row)]),
)}

Calls one after another over HTTP, after as many warm-up calls:

${table(
  ['', 'median', 'p99', 'target', ''],
  times.map((row) => [row.what, row.found, row.p99, row.wanted ?? '', verdictOf(row)]),
)}

Report files, while lists of partners are read. Targets: server memory under 300 MB at its peak, lists under 200 ms (p99).

${table(
  ['', 'lines', 'size', 'time', 'memory before', 'peak', 'list meanwhile', 'p99', ''],
  files.map(({ cells, met }) => [...cells, met ? 'pass' : '**miss**']),
)}
`);
    return [...rows, ...times].every(({ met }) => met !== false) && files.every(({ met }) => met);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await watch?.close();
    await sink.stop();
    await postgres?.stop();
  }
}
