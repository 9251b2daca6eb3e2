import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScanSettings } from '../../server/files/scanner.ts';
import { anyDatabase, startBackend, type TestBackend } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';
import { addInterpretation, addRecording } from '../support/recordings.ts';
import { film, picture, upload } from '../support/uploads.ts';

/** A clamd that answers whatever a test wants, and the bytes that it got. */
type FakeClamd = { settings: ScanSettings; received: Buffer[]; connections: Socket[]; stop: () => Promise<void> };

/** The bytes of a stream in the format of INSTREAM; null while its end has not arrived. */
function contentOf(sent: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (!sent.subarray(0, command.length).equals(Buffer.from(command))) return null;
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const listen = async (server: Server, place: string | number): Promise<void> => {
  if (typeof place === 'string') server.listen(place);
  else server.listen(place, '127.0.0.1');
  await once(server, 'listening');
};

/** `answer` gets the socket and the file once it has arrived completely; `early` gets the socket at the start. */
async function startClamd(
  answer: (socket: Socket, content: Buffer) => void,
  { path, early }: { path?: string; early?: (socket: Socket) => void } = {},
): Promise<FakeClamd> {
  const received: Buffer[] = [];
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => undefined);
    if (early) return early(socket);
    let sent: Buffer[] = [];
    socket.on('data', (data) => {
      sent.push(data);
      const content = contentOf(Buffer.concat(sent));
      if (!content) return;
      sent = [];
      received.push(content);
      answer(socket, content);
    });
  });
  await listen(server, path ?? 0);
  const place = path ? { path } : { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return {
    settings: { place, acceptsUnchecked: false },
    received,
    connections,
    stop: async () => {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const finding = 'stream: Win.Test.EICAR_HDB-1 FOUND\0';

let backend: TestBackend;
let clamd: FakeClamd | null = null;

const begin = async (fake: FakeClamd, changes: Partial<ScanSettings> = {}) => {
  clamd = fake;
  const app = await backend.app({ options: { scanner: { ...fake.settings, ...changes } } });
  const owner = await backend.signedIn();
  const calls = callsOf(app, owner);
  const events = async () =>
    (await calls.get('/security_events/'))
      .json()
      .results.map(({ event, reason, object }: Record<string, unknown>) => [event, reason, object]);
  const stored = async () => (await backend.database.db.selectFrom('file_contents').select('id').execute()).length;
  return { app, owner, calls, events, stored };
};

describe.each(anyDatabase)('the check of uploads for malware, on the %s database', (kind) => {
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  afterEach(async () => {
    await backend.reset();
    await clamd?.stop();
    clamd = null;
  });
  afterAll(() => backend.close());

  it('reads the whole upload before it becomes a file', async () => {
    const fake = await startClamd((socket) => socket.end('stream: OK\0'));
    const { app, owner } = await begin(fake);
    const bytes = film(600_000);
    expect((await upload(app, owner, { purpose: 'video', bytes, name: 'a.mp4' })).statusCode).toBe(201);
    expect(fake.received.map((content) => content.equals(bytes))).toEqual([true]);
    // Of pictures it reads what was sent, before anything decodes it.
    const sent = await picture();
    expect((await upload(app, owner, { purpose: 'slider', bytes: sent })).statusCode).toBe(201);
    expect(fake.received[1]?.equals(sent)).toBe(true);
  });

  it('refuses a file with malware, keeps nothing of it, and both logs have it', async () => {
    const { app, owner, calls, events, stored } = await begin(await startClamd((socket) => socket.end(finding)));
    const answer = await upload(app, owner, { purpose: 'video', bytes: film(3000), name: 'a.mp4' });
    expect(answer.json()).toMatchObject({ status: 400, code: 'file_infected' });
    expect(await stored()).toBe(0);
    expect(await events()).toEqual([['malware_found', null, 'files']]);
    const [entry] = (await calls.get('/audit/?act=refuse_upload')).json().results;
    expect(entry).toMatchObject({
      collection: 'files',
      person: owner.id,
      after: { name: 'a.mp4', purpose: 'video', size: 3000, malware: 'Win.Test.EICAR_HDB-1' },
    });
  });

  it.each([
    ['closes the connection', (socket: Socket) => socket.destroy()],
    ['ends without an answer', (socket: Socket) => socket.end()],
    ['reports an error', (socket: Socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
    [
      'did not read all of it',
      (socket: Socket) => socket.end('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0'),
    ],
    ['answers something else', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('refuses a file, for now, if the scanner %s', async (_, answer) => {
    const { app, owner, events, stored } = await begin(await startClamd(answer));
    const refused = await upload(app, owner, { purpose: 'video', bytes: film(3000), name: 'a.mp4' });
    expect(refused.json()).toMatchObject({ status: 503, code: 'scan_unavailable', retry_after: 30 });
    expect(await stored()).toBe(0);
    expect(await events()).toEqual([['scan_failed', 'scan_unavailable', 'files']]);
  });

  it('refuses a file if nothing listens, or if the scanner refuses it in the middle', async () => {
    const gone = await startClamd(() => undefined);
    await gone.stop();
    const bytes = film(900_000);
    const outcome = async ({ app, owner, events }: Awaited<ReturnType<typeof begin>>) => {
      const answer = await upload(app, owner, { purpose: 'video', bytes, name: 'a.mp4' });
      return [answer.json().code, (await events()).length];
    };
    expect(await outcome(await begin({ ...gone, stop: async () => undefined }))).toEqual(['scan_unavailable', 1]);
    const early = await startClamd(() => undefined, {
      early: (socket) => socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0')),
    });
    expect(await outcome(await begin(early))).toEqual(['scan_unavailable', 2]);
  });

  it('can accept files that were not checked, and records each', async () => {
    const { app, owner, events } = await begin(await startClamd((socket) => socket.destroy()), {
      acceptsUnchecked: true,
    });
    const answer = await upload(app, owner, { purpose: 'video', bytes: film(3000), name: 'a.mp4' });
    expect(answer.statusCode).toBe(201);
    expect(await events()).toEqual([['scan_failed', null, 'files']]);
  });

  it('reaches a scanner at a Unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signboard-clamd-'));
    const fake = await startClamd((socket) => socket.end(finding), { path: join(folder, 'clamd.ctl') });
    const { app, owner, events } = await begin(fake);
    const answer = await upload(app, owner, { purpose: 'slider', bytes: await picture() });
    expect(answer.json().code).toBe('file_infected');
    expect(await events()).toHaveLength(1);
    rmSync(folder, { recursive: true, force: true });
  });
});

// With a database of its own: the workers of other apps would take its task.
describe.each(anyDatabase)('the check of recordings for malware, on the %s database', (kind) => {
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  afterEach(async () => {
    await backend.reset();
    await clamd?.stop();
    clamd = null;
  });
  afterAll(() => backend.close());

  it('keeps a recording with malware from becoming ready, and tries again while the scanner is away', async () => {
    const { db } = backend.database;
    let answer = '';
    const { calls, events } = await begin(await startClamd((socket) => socket.end(answer)));
    const id = await addRecording(db, await addInterpretation(db), { seconds: 3 });
    const read = async () => (await calls.get(`/recordings/${id}/`)).json();
    await calls.post('/recordings/process_pending/', {});
    const tries = () => db.selectFrom('tasks').select(['tries', 'state']).executeTakeFirstOrThrow();
    for (let task = await tries(); task.tries < 1 || task.state === 'running'; task = await tries()) await sleep(10);
    expect((await read()).state).toBe('processing');
    answer = finding;
    backend.pass(5_000);
    await calls.post('/recordings/process_pending/', {});
    while ((await read()).state === 'processing') await sleep(10);
    expect(await read()).toMatchObject({ state: 'pending', error: 'file_infected', can: { view: false } });
    expect(await events()).toEqual([['malware_found', null, 'recordings']]);
  });
});
