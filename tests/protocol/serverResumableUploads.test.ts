import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { platformExamples } from '../../contract/platformExamples.ts';
import type { Tables } from '../../server/db/tables.ts';
import { fileStoresOf } from '../../server/files/fileStores.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { databaseKinds, type SignedIn, type TestBackend } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { startFakeS3 } from '../support/fakeS3.ts';
import { platformOf } from '../support/platform.ts';

const source = 'https://video.example';
const day = 24 * 60 * 60_000;
const tus = { 'tus-resumable': '1.0.0' };

/** A film of 7 seconds with this many bytes in all: a known sequence in an element that players skip follows it. */
function longFilm(size: number): Buffer {
  const film = grayFilm(7);
  const head = Buffer.alloc(9, 0xec);
  const rest = Uint8Array.from({ length: size - film.length - head.length }, (_, index) => (index * 7) % 251);
  head.writeBigUInt64BE(BigInt(rest.length) | (1n << 56n), 1);
  return Buffer.concat([film, head, rest]);
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const namesOf = (object: string) => `source ${base64(source)},object ${base64(object)}`;
const sha1 = (bytes: Buffer) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`;

describe.each(databaseKinds)('a resumable upload of a recording, with the %s database', (kind) => {
  const backend = backendOf(kind);
  let db: Kysely<Tables>;
  let app: FastifyInstance;
  let owner: SignedIn;
  let secret: string;
  beforeAll(async () => {
    ({ db } = backend.database);
  });
  const prepare = async (parts: Parameters<TestBackend['app']>[0] = {}) => {
    app = await backend.app(parts);
    owner = await backend.signedIn();
    secret = await newAccount('Video');
  };
  beforeEach(() => prepare());

  const newAccount = async (name: string): Promise<string> => {
    const account = { name, scopes: ['platform'], days: 30 };
    return (await callsOf(app, owner).post('/service_accounts/', account)).json().secret;
  };
  const call = (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS',
    path: string,
    headers: Record<string, string | number> = {},
    payload?: Buffer,
  ) =>
    app.inject({
      method,
      url: `/platform/recordings/${path}`,
      headers: { authorization: `Bearer ${secret}`, ...tus, ...headers },
      ...(payload ? { payload } : {}),
    });
  const create = (length: number, object = 'recording-9.webm') =>
    call('POST', '', { 'upload-length': length, 'upload-metadata': namesOf(object) });
  const begun = async (length: number, object?: string): Promise<string> => {
    const { statusCode, headers } = await create(length, object);
    expect(statusCode).toBe(201);
    return String(headers.location);
  };
  const part = (path: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
    call(
      'PATCH',
      path,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': offset, ...headers },
      bytes,
    );
  const offsetOf = async (path: string) => Number((await call('HEAD', path)).headers['upload-offset']);
  const untilArrived = async (path: string, bytes: number) => {
    while ((await offsetOf(path)) < bytes) await sleep(20);
  };
  const port = async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    return (app.server.address() as AddressInfo).port;
  };
  /** A part over a connection of its own, which the test continues, ends or breaks. */
  const openPart = async (path: string, offset: number, size: number) => {
    const sent = request({
      port: await port(),
      method: 'PATCH',
      path: `/platform/recordings/${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        ...tus,
        'content-length': size,
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
      },
    });
    sent.on('error', () => undefined);
    return {
      write: (bytes: Buffer) => new Promise<void>((done) => sent.write(bytes, () => done())),
      cut: () => sent.destroy(),
      end: async (bytes: Buffer) => {
        sent.end(bytes);
        const [answer] = await once(sent, 'response');
        answer.resume();
        return answer.statusCode as number;
      },
    };
  };

  /** Sends the events of the request, so that its recording waits for these bytes. */
  const name = async (object: string) => {
    await backend.signedIn({ role: 'interpreter', email: 'una@example.org' });
    const events = platformExamples.filter(({ subject }) => subject === 'request-204');
    await platformOf(app, secret).sendAll(
      events.map((event) =>
        event.type === 'signboard.recording.stored' ? { ...event, data: { ...event.data, object } } : event,
      ),
    );
  };
  const recording = async () => {
    const [{ id }] = (await callsOf(app, owner).get('/interpretations/')).json().results;
    return (await callsOf(app, owner).get(`/interpretations/${id}/`)).json().recordings[0];
  };
  const untilReady = async () => {
    for (;;) {
      const found = await recording();
      if (found.state === 'ready') return found;
      await sleep(20);
    }
  };
  const bytesOf = async ({ id }: { id: string }): Promise<Buffer> => {
    const { media } = (await callsOf(app, owner).post(`/recordings/${id}/view/`)).json();
    return (await app.inject(`/${media.url}`)).rawPayload;
  };

  it('is resumed by the client of the protocol after its connection broke, and becomes a recording like any other', async () => {
    const bytes = longFilm(1_000_000);
    const target = await port();
    let isCut = false;
    // Breaks the first connection that has carried 700,000 bytes.
    const proxy = createServer((client) => {
      const server = connect(target, '127.0.0.1');
      let carried = 0;
      client.on('data', (data: Buffer) => {
        carried += data.length;
        server.write(data);
        if (isCut || carried < 700_000) return;
        isCut = true;
        client.destroy();
        server.end();
      });
      server.on('data', (data) => client.write(data));
      client.on('close', () => server.end());
      server.on('close', () => client.end());
      for (const socket of [client, server]) socket.on('error', () => undefined);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    await name('recording-9.webm');
    const answers: { method: string; status: number }[] = [];
    await new Promise<void>((done, failed) => {
      const upload = new Upload(bytes, {
        endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/platform/recordings/`,
        metadata: { source, object: 'recording-9.webm' },
        headers: { authorization: `Bearer ${secret}` },
        retryDelays: [0],
        onBeforeRequest: async (sent) => {
          // What arrived before the break is stored after it.
          if (sent.getMethod() === 'HEAD')
            await untilArrived(new URL(sent.getURL()).pathname.split('/').at(-2)!, 524_288);
        },
        onAfterResponse: (sent, answer) => void answers.push({ method: sent.getMethod(), status: answer.getStatus() }),
        onSuccess: () => done(),
        onError: failed,
      });
      upload.start();
    });
    proxy.close();
    // The rest of the broken part may be stored between HEAD and PATCH: then the client asks once more where to go on.
    const conflict = answers.findIndex(({ status }) => status === 409);
    if (conflict !== -1) answers.splice(conflict, 2);
    expect(answers).toEqual([
      { method: 'POST', status: 201 },
      { method: 'HEAD', status: 200 },
      { method: 'PATCH', status: 204 },
    ]);
    const ready = await untilReady();
    expect(ready).toMatchObject({ duration_seconds: 7, size: 1_000_000, error: null });
    expect((await bytesOf(ready)).equals(bytes)).toBe(true);
  });

  it('keeps what arrived before a break, and may come before its event', async () => {
    const bytes = longFilm(800_000);
    const path = await begun(bytes.length);
    const broken = await openPart(path, 0, bytes.length);
    await broken.write(bytes.subarray(0, 600_000));
    await untilArrived(path, 262_144);
    broken.cut();
    await untilArrived(path, 524_288);
    for (let isTaken = false; !isTaken;) {
      const offset = await offsetOf(path);
      isTaken = (await part(path, offset, bytes.subarray(offset, 700_000))).statusCode === 204;
    }
    expect((await part(path, 700_000, bytes.subarray(700_000))).statusCode).toBe(204);
    expect(await offsetOf(path)).toBe(800_000);
    await name('recording-9.webm');
    expect((await bytesOf(await untilReady())).equals(bytes)).toBe(true);
  });

  it('is encrypted while it is not complete, and so is what is known of its hash', async () => {
    const bytes = longFilm(800_000);
    const path = await begun(bytes.length);
    await part(path, 0, bytes.subarray(0, 300_001));
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from file_chunks union all select hash_state from platform_uploads`.execute(db);
    expect(rows).toHaveLength(3);
    const stored = Buffer.concat(rows.map((row) => Buffer.from(row.bytes)));
    const starts = Array.from({ length: 300 }, (_, index) => index * 1000);
    expect([...starts, 299_985].filter((start) => stored.includes(bytes.subarray(start, start + 16)))).toEqual([]);
  });

  it('takes bytes from one call at a time: the newest goes on, the others are told that the offset is wrong', async () => {
    const bytes = longFilm(800_000);
    const path = await begun(bytes.length);
    const slow = await openPart(path, 0, bytes.length);
    await slow.write(bytes.subarray(0, 600_000));
    await untilArrived(path, 262_144);
    expect((await part(path, 262_144, bytes.subarray(262_144, 700_000))).statusCode).toBe(204);
    expect(await slow.end(bytes.subarray(600_000))).toBe(409);
    const both = await Promise.all([1, 2].map(() => part(path, 700_000, bytes.subarray(700_000))));
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 409]));
    await name('recording-9.webm');
    expect((await bytesOf(await untilReady())).equals(bytes)).toBe(true);
  });

  it('refuses a wrong offset, too many bytes, other versions and wrong headers, and loses nothing', async () => {
    const bytes = longFilm(300_000);
    const path = await begun(bytes.length);
    await part(path, 0, bytes.subarray(0, 1000));
    const rest = bytes.subarray(1000);
    const wrong = await part(path, 0, bytes);
    expect([wrong.statusCode, wrong.headers['tus-resumable']]).toEqual([409, '1.0.0']);
    expect(wrong.json()).toMatchObject({ status: 409, code: 'upload_offset_wrong' });
    expect((await part(path, 1000, Buffer.concat([rest, rest]))).json()).toMatchObject({ code: 'file_too_large' });
    expect((await part(path, 1000, rest, { 'content-type': 'video/webm' })).json()).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
    const old = await part(path, 1000, rest, { 'tus-resumable': '0.2.2' });
    expect([old.statusCode, old.json().code, old.headers['tus-version']]).toEqual([
      412,
      'tus_version_unsupported',
      '1.0.0',
    ]);
    expect(
      (await call('PATCH', path, { 'content-type': 'application/offset+octet-stream' }, rest)).json(),
    ).toMatchObject({ code: 'invalid', errors: { 'upload-offset': ['required'] } });
    expect((await call('POST', '', { 'upload-length': 5, 'upload-metadata': 'source' })).json()).toMatchObject({
      code: 'invalid',
      errors: { 'upload-metadata': ['invalid'] },
    });
    expect(await offsetOf(path)).toBe(1000);
    expect((await part(path, 1000, rest)).statusCode).toBe(204);
  });

  it('has the limits of an upload at once: size, type, and how much may wait', async () => {
    const largest = 4 * 1024 ** 3;
    expect((await create(largest + 1)).json()).toMatchObject({ status: 413, code: 'file_too_large' });
    expect((await create(0)).json()).toMatchObject({ code: 'file_damaged' });
    const text = await begun(300_000);
    const refused = await part(text, 0, Buffer.alloc(300_000, 'no film'));
    expect(refused.json()).toMatchObject({ status: 415, code: 'file_type_refused' });
    expect((await call('HEAD', text)).statusCode).toBe(404);
    for (let count = 0; count < 11; count += 1) await begun(largest, `object-${count}`);
    expect((await create(1000)).json()).toMatchObject({ status: 413, code: 'upload_quota' });
    const put = await platformOf(app, secret).upload(source, 'another.webm', grayFilm(7));
    expect(put.json()).toMatchObject({ status: 413, code: 'upload_quota' });
  });

  it('says what the backend can do, and takes the first part with the call that begins', async () => {
    const { statusCode, headers } = await call('OPTIONS', '', { 'tus-resumable': '' });
    expect([statusCode, headers]).toMatchObject([
      204,
      {
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
        'tus-max-size': '4294967296',
        'tus-checksum-algorithm': 'sha1,sha256',
      },
    ]);
    const bytes = grayFilm(7);
    const created = await call(
      'POST',
      '',
      {
        'upload-length': bytes.length,
        'upload-metadata': namesOf('recording-9.webm'),
        'content-type': 'application/offset+octet-stream',
      },
      bytes,
    );
    expect([created.statusCode, created.headers]).toMatchObject([
      201,
      { 'upload-offset': String(bytes.length), 'upload-expires': 'Thu, 02 May 2024 07:00:00 GMT' },
    ]);
    expect((await call('HEAD', String(created.headers.location))).headers).toMatchObject({
      'upload-length': String(bytes.length),
      'upload-offset': String(bytes.length),
      'upload-metadata': namesOf('recording-9.webm'),
      'cache-control': 'no-store',
    });
    await name('recording-9.webm');
    expect(await untilReady()).toMatchObject({ duration_seconds: 7, size: bytes.length });
  });

  it('compares a part with its checksum, and keeps nothing of one that differs or breaks', async () => {
    const bytes = longFilm(600_000);
    const path = await begun(bytes.length);
    expect((await part(path, 0, bytes.subarray(0, 300_000), { 'upload-checksum': sha1(bytes) })).json()).toMatchObject({
      status: 460,
      code: 'checksum_mismatch',
    });
    expect(await offsetOf(path)).toBe(0);
    const damaged = Buffer.alloc(300_000, 'no film');
    expect((await part(path, 0, damaged, { 'upload-checksum': sha1(bytes) })).statusCode).toBe(460);
    const first = bytes.subarray(0, 300_000);
    expect((await part(path, 0, first, { 'upload-checksum': sha1(first) })).headers['upload-offset']).toBe('300000');
    const rest = bytes.subarray(300_000);
    expect((await part(path, 300_000, rest, { 'upload-checksum': sha1(first) })).statusCode).toBe(460);
    expect((await part(path, 300_000, rest, { 'upload-checksum': 'md5 AAAA' })).json()).toMatchObject({
      code: 'invalid',
      errors: { 'upload-checksum': ['invalid'] },
    });
    expect((await part(path, 300_000, rest, { 'upload-checksum': sha1(rest) })).statusCode).toBe(204);
    await name('recording-9.webm');
    expect((await bytesOf(await untilReady())).equals(bytes)).toBe(true);
  });

  it('goes on after an update that cannot read the state of its hash', async () => {
    const bytes = longFilm(600_000);
    const path = await begun(bytes.length);
    await part(path, 0, bytes.subarray(0, 300_000));
    await db
      .updateTable('platform_uploads')
      .set({ hash_state: Buffer.from('of another release') })
      .execute();
    expect((await part(path, 300_000, bytes.subarray(300_000))).statusCode).toBe(204);
    await name('recording-9.webm');
    expect((await bytesOf(await untilReady())).equals(bytes)).toBe(true);
  });

  it('belongs to the service account that began it', async () => {
    const path = await begun(300_000);
    const secretBefore = secret;
    secret = await newAccount('Another platform');
    expect((await call('HEAD', path)).statusCode).toBe(404);
    expect((await part(path, 0, Buffer.alloc(300_000))).json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await call('DELETE', path)).statusCode).toBe(404);
    secret = secretBefore;
    expect(await offsetOf(path)).toBe(0);
  });

  it('can be given up; a complete one leaves its recording', async () => {
    const bytes = grayFilm(7);
    const [open, complete] = [await begun(300_000), await begun(bytes.length)];
    await part(open, 0, longFilm(300_000).subarray(0, 1000));
    await part(complete, 0, bytes);
    for (const path of [open, complete]) expect((await call('DELETE', path)).statusCode).toBe(204);
    expect((await call('HEAD', open)).statusCode).toBe(404);
    expect(await db.selectFrom('file_contents').select('kept').execute()).toEqual([{ kept: true }]);
    await name('recording-9.webm');
    expect(await untilReady()).toMatchObject({ duration_seconds: 7 });
  });

  it('expires after a day, and housekeeping deletes its bytes', async () => {
    const path = await begun(300_000);
    await part(path, 0, longFilm(300_000).subarray(0, 1000));
    backend.pass(day - 1000);
    expect(await offsetOf(path)).toBe(1000);
    backend.pass(1000);
    expect((await call('HEAD', path)).statusCode).toBe(404);
    expect((await part(path, 1000, Buffer.alloc(1000))).statusCode).toBe(404);
    // Housekeeping runs at the start.
    await (await backend.app({ options: { publicUrl: 'https://api.testland.example/' } })).ready();
    const left = async () =>
      (await sql`select id from platform_uploads union all select content_id from file_chunks`.execute(db)).rows;
    while ((await left()).length > 0) await sleep(20);
  });

  it('ends in the bucket, if files are kept in one', async () => {
    const s3 = await startFakeS3();
    await prepare({ fileStores: fileStoresOf(db, s3.open('files/here')) });
    const bytes = longFilm(600_000);
    const path = await begun(bytes.length);
    await part(path, 0, bytes.subarray(0, 300_000));
    await part(path, 300_000, bytes.subarray(300_000));
    await name('recording-9.webm');
    expect((await bytesOf(await untilReady())).equals(bytes)).toBe(true);
    expect((await sql`select from file_chunks`.execute(db)).rows).toEqual([]);
    const objects = [...s3.objects].filter(([object]) => !object.endsWith('/probe'));
    expect(objects.map(([, object]) => object.bytes.includes(bytes.subarray(0, 64)))).toEqual([false]);
    await app.close();
    await s3.stop();
  });

  it('answers although the rest of a refused recording is still arriving, and takes the rest', async () => {
    const size = 20_000_000;
    const sent = request({
      port: await port(),
      method: 'PUT',
      path: '/platform/recordings/?source=a&object=b',
      headers: { authorization: `Bearer ${secret}`, 'content-length': size },
    });
    const answered = once(sent, 'response');
    await new Promise<void>((done) => sent.end(Buffer.alloc(size), done));
    const [answer] = await answered;
    expect(answer.statusCode).toBe(415);
    answer.resume();
  });
});
