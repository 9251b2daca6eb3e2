import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../../server/db/database.ts';
import type { SignedIn } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { createShared } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn } from '../support/session.ts';
import { startSwift, type Swift } from '../support/swift.ts';
import { film, formOf } from '../support/uploads.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../../server/moveFiles.ts');

describe('files in a real object store', () => {
  let swift: Swift;
  let database: Database;
  let drop: () => Promise<void>;
  let environment: Record<string, string>;
  let owner: SignedIn;
  const running: ServerProcess[] = [];

  const start = async (mode: string) => {
    const server = startServer({ ...environment, FILES_URL: `${environment['FILES_URL']}&mode=${mode}` });
    running.push(server);
    return server.url;
  };

  beforeAll(async () => {
    const shared = await createShared({ migrated: true });
    drop = shared.drop;
    swift = await startSwift();
    const s3 = new S3Client({
      endpoint: swift.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      credentials: {
        accessKeyId: swift.credentials.AWS_ACCESS_KEY_ID,
        secretAccessKey: swift.credentials.AWS_SECRET_ACCESS_KEY,
      },
    });
    await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
    s3.destroy();
    database = await openDatabase({ url: shared.url });
    owner = await addSignedIn(database.db, 'owner');
    environment = {
      TENANT: 'iceland',
      DATABASE_URL: shared.url,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PORT: '0',
      FILES_KEY: testFilesKey,
      FILES_URL: `s3://files/iceland?endpoint=${swift.endpoint}`,
      STOP_DELAY_SECONDS: '0',
      ...swift.credentials,
    };
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await database.close();
    await swift.stop();
    await drop();
  });

  const keep = async (url: string, bytes: Buffer) => {
    const { payload, type } = await formOf(bytes, 'welcome.mp4');
    const headers = { ...owner.headers, 'content-type': type };
    const answer = await fetch(`${url}/files/?purpose=video`, {
      method: 'POST',
      headers,
      body: Uint8Array.from(payload),
    });
    return (await answer.json()) as { url: string; id: string; code?: string };
  };
  const bytesAt = async (url: string, range?: string) =>
    Buffer.from(await (await fetch(url, { headers: range === undefined ? {} : { range } })).arrayBuffer());
  const move = async (to: string, mode: string) => {
    const env = { ...process.env, ...environment, FILES_URL: `${environment['FILES_URL']}&mode=${mode}` };
    const { stdout } = await run(process.execPath, [command, '--move-to', to, '--json'], { env });
    return JSON.parse(stdout) as unknown;
  };

  it('are uploaded in parts, read in ranges, moved in both directions while the backend serves them, and deleted', async () => {
    const bytes = film(20_000_000);
    const [storing, leaving] = await Promise.all([start('store'), start('leave')]);
    const [inBucket, inDatabase] = [await keep(storing, bytes), await keep(leaving, bytes)];
    const files = [`${storing}/${inBucket.url}`, `${leaving}/${inDatabase.url}`];
    const areRead = async () => {
      for (const file of files) {
        const part = await bytesAt(file, 'bytes=8388000-9388000');
        expect(part.equals(bytes.subarray(8_388_000, 9_388_001))).toBe(true);
        expect((await bytesAt(file)).equals(bytes)).toBe(true);
      }
    };
    await areRead();
    const [forth] = await Promise.all([move('bucket', 'store'), areRead(), areRead()]);
    expect(forth).toMatchObject({ moved: 1, failed: [], bucket: { files: 2 }, database: { files: 0 } });
    await areRead();
    const [back] = await Promise.all([move('database', 'leave'), areRead(), areRead()]);
    expect(back).toMatchObject({ moved: 2, failed: [], bucket: { files: 0 }, database: { files: 2 } });
    await areRead();
  });

  it('do not delay anything else while the store is silent; uploads answer 503, and work again afterwards', async () => {
    const bytes = film(3_000_000);
    const url = await start('store');
    const kept = await keep(url, bytes);
    swift.freeze();
    const uploading = keep(url, bytes);
    for (let second = 0; second < 5; second += 1) {
      const began = performance.now();
      expect((await fetch(`${url}/readyz/`)).status).toBe(200);
      expect((await fetch(`${url}/partners/`, owner)).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
      await sleep(1_000);
    }
    expect(await uploading).toMatchObject({ code: 'files_unavailable' });
    swift.thaw();
    expect((await keep(url, bytes)).code).toBeUndefined();
    expect((await bytesAt(`${url}/${kept.url}`)).equals(bytes)).toBe(true);
    while ((await fetch(`${url}/readyz/`)).status !== 200) await sleep(200);
  });
});
