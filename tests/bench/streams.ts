import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { startSink } from '../../server/mail/sink.ts';
import { randomId } from '../../server/randomId.ts';
import { freePort } from '../support/freePort.ts';
import { startPostgres } from '../support/postgres.ts';
import { addSignedIn } from '../support/session.ts';
import { machine, median } from './measure.ts';
import { startServer } from './server.ts';
import { writeSection } from './writeSection.ts';

const repository = resolve(import.meta.dirname, '../..');

const people = 200;
const streamsOfEach = 10;
const target = { memory: 512 * 2 ** 20, delay: 1000 };

/** The memory of a process, in bytes. */
function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Opens a stream, and returns it once it has begun. */
async function openStream(port: number, headers: Record<string, string>): Promise<IncomingMessage> {
  const asked = get({ host: '127.0.0.1', port, path: '/events/', agent: false, headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}`);
  await once(answer.setEncoding('utf8'), 'data');
  return answer;
}

/** Measures the memory of open streams in one process, and how long a change takes to reach all of them. */
export async function benchStreams(say: (line: string) => void): Promise<boolean> {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const sink = await startSink();
  const database = await openDatabase({ url: databaseUrl });
  let server: ChildProcess | null = null;
  try {
    await database.migrate();
    const port = await freePort();
    server = await startServer({ databaseUrl, smtpUrl: sink.url, port });
    const { db } = database;
    const before = memoryOf(server);
    const streams: IncomingMessage[] = [];
    for (let person = 0; person < people; person += 1) {
      const { headers } = await addSignedIn(db, 'manager');
      const streamsOfPerson = Array.from({ length: streamsOfEach }, () =>
        openStream(port, { ...headers, accept: 'text/event-stream' }),
      );
      streams.push(...(await Promise.all(streamsOfPerson)));
    }
    say(`${streams.length} streams are open`);
    const delays: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const id = randomId();
      const arrived = streams.map(async (stream) => {
        for (;;) if (String((await once(stream, 'data'))[0]).includes(id)) return;
      });
      const began = performance.now();
      const contact = { id, name: `Desk ${round}`, phoneNumber: '+37061234567', created: new Date() };
      await db.insertInto('contacts').values(contact).execute();
      await Promise.all(arrived);
      delays.push(performance.now() - began);
    }
    const after = memoryOf(server);
    const [delay, slowest] = [median(delays), Math.max(...delays)];
    const isMet = after <= target.memory && slowest <= target.delay;
    const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: repository, encoding: 'utf8' });
    writeSection(`# Streams of changes

Written by \`npm run bench -- streams\`: one backend process, ${people} managers with ${streamsOfEach} streams each, PostgreSQL and all clients
on the same machine.

- ${machine}, commit ${commit.trim()}

| streams | memory before | memory with them | each | a change reaches all, median of 20 | slowest | targets |  |
| ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
| ${streams.length} | ${megabytes(before)} | ${megabytes(after)} | ${Math.round((after - before) / streams.length / 1024)} KiB | ${delay.toFixed(0)} ms | ${slowest.toFixed(0)} ms | ${megabytes(target.memory)}, ${target.delay} ms | ${isMet ? 'pass' : '**miss**'} |`);
    say(`memory ${megabytes(after)}, a change reaches all in ${delay.toFixed(0)} ms`);
    for (const stream of streams) stream.destroy();
    return isMet;
  } finally {
    server?.kill('SIGKILL');
    await Promise.all([database.close(), sink.stop()]);
    await postgres.stop();
  }
}
