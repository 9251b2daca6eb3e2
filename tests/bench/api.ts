import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomToken, tokenHash } from '../../server/auth/secrets.ts';
import { openDatabase } from '../../server/db/database.ts';
import { startSink } from '../../server/mail/sink.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { freePort } from '../support/freePort.ts';
import { startPostgres } from '../support/postgres.ts';
import { median } from './measure.ts';

const repository = resolve(import.meta.dirname, '../..');
const page = join(repository, 'docs/bench.md');
const tenant = 'iceland';
const clock = '2024-05-01';

/** What a row of the results says. `wanted` is the aim, where there is one. */
type Row = { what: string; throughput: string; p99: string; ratio: string; wanted: string; met: boolean | null };

type Load = { requests: number; p99: number; failures: number };
type Cannon = (options: object) => Promise<{
  requests: { average: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
}>;

/** How the image starts the server, after the name of Node. */
const [, ...command] = JSON.parse(
  /^CMD (\[.*\])$/m.exec(readFileSync(join(repository, 'docker/api.Dockerfile'), 'utf8'))?.[1] ?? '[]',
) as string[];

const connections = 20;
const seconds = 8;

async function fire(url: string, headers: Record<string, string>): Promise<Load> {
  const cannon = createRequire(import.meta.url)('autocannon') as Cannon;
  const { requests, latency, non2xx, errors } = await cannon({ url, headers, connections, duration: seconds });
  return { requests: requests.average, p99: latency.p99, failures: non2xx + errors };
}

/** Times of calls one after another, in milliseconds. */
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

const quantile = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** The most memory that a process has had, in bytes. */
function peakOf({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

async function untilReady(url: string): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

function table(rows: Row[]): string {
  const head = ['', 'requests/s', 'p99', '× bare', 'aim', ''];
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, index) => (index ? '---:' : '---'))),
    ...rows.map(({ what, throughput, p99, ratio, wanted, met }) =>
      line([what, throughput, p99, ratio, wanted, met === null ? '' : met ? 'pass' : '**miss**']),
    ),
  ].join('\n');
}

/** Puts a section into the page of results, in the place of the one that stands there. */
function keep(section: string): void {
  const [before = ''] = readFileSync(page, 'utf8').split(/^# What a call costs$/m);
  writeFileSync(page, `${before.trimEnd()}\n\n${section.trimEnd()}\n`);
}

/**
 * Measures the backend on a real PostgreSQL with a million interpretations: the server is a process of its own, and a bare
 * route with `select 1` beside it says what this machine can do. With BENCH_DATABASE_URL a database that `npm run seed`
 * has filled before is taken.
 */
export async function benchApi(say: (line: string) => void): Promise<boolean> {
  const given = process.env['BENCH_DATABASE_URL'];
  const postgres = given ? null : await startPostgres();
  const databaseUrl = given ?? (await postgres!.createDatabase());
  const children: ChildProcess[] = [];
  const sink = await startSink();
  try {
    say('Seeding (100,000 people, 1,000,000 interpretations, 200,000 shifts)');
    const began = performance.now();
    execFileSync(process.execPath, ['scripts/seed.ts', '--tenant', tenant, '--size', 'bench', '--clock', clock], {
      cwd: repository,
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    const seeded = (performance.now() - began) / 1000;
    const database = await openDatabase({ url: databaseUrl });
    const owner = await database.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirstOrThrow();
    const people = await database.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'manager')
      .where('suspended_at', 'is', null)
      .orderBy('id')
      .limit(60)
      .execute();
    const token = randomToken();
    const expires = new Date(Date.now() + 3_600_000);
    await database.db
      .insertInto('sessions')
      .values({ token_hash: tokenHash(token), user_id: owner.id, created: new Date(), expires })
      .execute();
    await database.close();
    const headers = { authorization: `Token ${token}` };

    const [port, barePort] = [await freePort(), await freePort()];
    const start = (args: string[], env: Record<string, string>) => {
      const child = spawn(process.execPath, args, {
        cwd: repository,
        env: { PATH: process.env['PATH'], ...env },
        stdio: 'ignore',
      });
      children.push(child);
      return child;
    };
    const settings = {
      TENANT: tenant,
      DATABASE_URL: databaseUrl,
      SMTP_URL: sink.url,
      PORT: String(port),
      LOG_LEVEL: 'error',
      TRUSTED_HOPS: '1',
    };
    const server = start(command, settings);
    start([join(import.meta.dirname, 'bare.mjs'), databaseUrl, String(barePort)], {});
    const url = `http://127.0.0.1:${port}`;
    await untilReady(`${url}/readyz/`);
    await untilReady(`http://127.0.0.1:${barePort}/`);

    const rows: Row[] = [];
    const bare = await fire(`http://127.0.0.1:${barePort}/`, {});
    rows.push({
      what: 'a bare route, `select 1`',
      throughput: bare.requests.toFixed(0),
      p99: `${bare.p99} ms`,
      ratio: '1.00',
      wanted: '',
      met: null,
    });
    say(`bare: ${bare.requests.toFixed(0)} requests/s`);
    for (const [what, path] of [
      ['partner categories', '/partner_categories/'],
      ['partners', '/partners/'],
      ['users of 100,000', '/users/'],
      ['users, by name', '/users/?ordering=last_name'],
      ['interpretations of a million', '/interpretations/'],
      ['interpretations of a month', '/interpretations/?from_day=2024-04-01&to_day=2024-04-30'],
      ['who am I', '/auth/me/'],
    ] as const) {
      const { requests, p99, failures } = await fire(`${url}${path}`, headers);
      if (failures > 0) throw new Error(`${path}: ${failures} calls failed`);
      const met = requests >= 2000 && p99 <= 50;
      rows.push({
        what,
        throughput: requests.toFixed(0),
        p99: `${p99} ms`,
        ratio: (requests / bare.requests).toFixed(2),
        wanted: '2000/s, 50 ms',
        met,
      });
      say(`${what}: ${requests.toFixed(0)} requests/s, p99 ${p99} ms`);
    }

    const single = async (what: string, path: string, count: number, limit: number) => {
      const times = await oneByOne(count, () => fetch(`${url}${path}`, { headers }));
      const p99 = quantile(times, 0.99);
      rows.push({
        what,
        throughput: `median ${median(times).toFixed(0)} ms`,
        p99: `${p99.toFixed(0)} ms`,
        ratio: '',
        wanted: `${limit} ms`,
        met: median(times) <= limit,
      });
      say(`${what}: median ${median(times).toFixed(0)} ms`);
    };
    const { results } = (await (await fetch(`${url}/users/?role[]=interpreter&page_size=1`, { headers })).json()) as {
      results: { id: string }[];
    };
    await single(
      'calendar month, one interpreter',
      `/shifts/?from_day=2024-04-01&to_day=2024-04-30&interpreter[]=${results[0]?.id}`,
      40,
      50,
    );
    await single(
      'calendar month, a page of 25 interpreters',
      '/calendar/?from_day=2024-04-01&to_day=2024-04-30&page_size=25',
      40,
      50,
    );
    await single(
      'statistics, a month by days',
      '/statistics/?from_day=2024-04-01&to_day=2024-04-30&interval=days&output=objects',
      10,
      300,
    );
    await single(
      'statistics, two years by months',
      '/statistics/?from_day=2022-05-01&to_day=2024-04-30&interval=months&output=objects',
      5,
      300,
    );

    // Ten accounts an address is let try in a quarter of an hour: each call is from another one's.
    const signIns = await oneByOne(people.length, (index) =>
      fetch(`${url}/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${index}.1` },
        body: JSON.stringify({ email: people[index]?.email, password: demoPassword }),
      }),
    );
    rows.push({
      what: 'sign-in, one after another',
      throughput: (1000 / median(signIns)).toFixed(0),
      p99: `${quantile(signIns, 0.99).toFixed(0)} ms`,
      ratio: '',
      wanted: '',
      met: null,
    });

    const before = peakOf(server);
    let isDone = false;
    const exported = fetch(`${url}/report/?from_day=2024-02-18&to_day=2024-04-30&output=csv`, { headers }).then(
      async (answer) => {
        let lines = 0;
        for await (const chunk of answer.body!)
          lines += chunk.reduce((count: number, byte: number) => count + (byte === 10 ? 1 : 0), 0);
        isDone = true;
        return lines;
      },
    );
    const meanwhile: number[] = [];
    const exportBegan = performance.now();
    while (!isDone) meanwhile.push(...(await oneByOne(1, () => fetch(`${url}/partners/`, { headers }))));
    const lines = await exported;
    const exportSeconds = (performance.now() - exportBegan) / 1000;
    const peak = peakOf(server);
    const slowest = quantile(meanwhile, 0.99);
    rows.push({
      what: `export of ${lines} lines of CSV, in ${exportSeconds.toFixed(1)} s`,
      throughput: `peak ${(peak / 1e6).toFixed(0)} MB (${(before / 1e6).toFixed(0)} before)`,
      p99: '',
      ratio: '',
      wanted: '300 MB',
      met: peak < 300e6,
    });
    rows.push({
      what: 'a list meanwhile',
      throughput: `median ${median(meanwhile).toFixed(0)} ms`,
      p99: `${slowest.toFixed(0)} ms`,
      ratio: '',
      wanted: '200 ms',
      met: slowest < 200,
    });

    const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      cwd: repository,
      encoding: 'utf8',
    });
    keep(`# What a call costs

Written by \`npm run bench -- api\`: one server process, PostgreSQL and the load generator (${connections} connections, ${seconds} s a row) on one
machine. Figures depend on it and on what else it does; what counts is the ratio to a bare route in the same run.

- ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}
- seeded in ${seeded.toFixed(0)} s${given ? ' (it was there before)' : ''}, commit ${commit.trim()}

${table(rows)}
`);
    return rows.every(({ met }) => met !== false);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await sink.stop();
    await postgres?.stop();
  }
}
