import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encryptNextChunk, requireKeysOfFiles, rewrapDataKeys } from '../../server/files/encryption.ts';
import { readKeyFile } from '../../server/files/keyFile.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { databaseKinds, type TestBackend } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { keysOf, testFileKeys, testFilesKey } from '../support/fileKeys.ts';
import { addInterpretation, addRecording, addRecordingFile } from '../support/recordings.ts';
import { film, upload } from '../support/uploads.ts';

const newKey = 'YW5vdGhlciBrZXkgb2YgdGhlIHRlc3RzLCAzMiBieXQ=';

describe.each(databaseKinds)('the contents of files in the %s database', (kind) => {
  const backend = backendOf(kind);

  const storedBytes = async (): Promise<Buffer> => {
    const { db } = backend.database;
    const rows = await db.selectFrom('file_chunks').select('bytes').orderBy('content_id').orderBy('position').execute();
    return Buffer.concat(rows.map(({ bytes }) => bytes));
  };

  /** How many of the pieces of 16 bytes, one from each 1,000 bytes, are in the database. */
  const piecesStored = async (bytes: Buffer): Promise<number> => {
    const stored = await storedBytes();
    const starts = Array.from({ length: Math.floor(bytes.length / 1000) }, (_, index) => index * 1000);
    return starts.filter((start) => stored.includes(bytes.subarray(start, start + 16))).length;
  };

  const keepFilm = async (bytes: Buffer, parts: Parameters<TestBackend['app']>[0] = {}) => {
    const app = await backend.app(parts);
    const file = (await upload(app, await backend.signedIn(), { purpose: 'video', bytes, name: 'welcome.mp4' })).json();
    return { app, file };
  };

  /** A recording of three chunks that the video platform has written. */
  const plainRecording = async () => {
    const { db } = backend.database;
    const bytes = film(600_000);
    const ready = { seconds: null, state: 'ready', duration_seconds: 3, size: bytes.length } as const;
    const id = await addRecording(db, await addInterpretation(db), ready);
    await addRecordingFile(db, id, { bytes, type: 'video/mp4' });
    return { id, bytes };
  };

  const encryptAll = async () => {
    while (await encryptNextChunk(backend.database.db, testFileKeys));
  };

  it('have no piece of an uploaded film, and players read it in ranges across chunks', async () => {
    const bytes = film(600_000);
    const { app, file } = await keepFilm(bytes);
    expect((await storedBytes()).length).toBe(600_000 + 3 * 28);
    expect(await piecesStored(bytes)).toBe(0);
    expect((await app.inject(`/${file.url}`)).rawPayload.equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [262_100, 262_200],
      [262_144, 524_287],
      [599_999, 599_999],
    ] as const) {
      const part = await app.inject({ url: `/${file.url}`, headers: { range: `bytes=${start}-${end}` } });
      expect([part.statusCode, part.rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([206, true]);
    }
  });

  it('cannot be changed, swapped or moved to another file', async () => {
    const { db } = backend.database;
    const { app, file } = await keepFilm(film(600_000));
    const status = async () => (await app.inject(`/${file.url}`)).statusCode;
    const chunk = async (id: string, position: number) =>
      (
        await db
          .selectFrom('file_chunks')
          .select('bytes')
          .where('content_id', '=', id)
          .where('position', '=', position)
          .executeTakeFirstOrThrow()
      ).bytes;
    const setFirst = (bytes: Buffer) =>
      db
        .updateTable('file_chunks')
        .set({ bytes })
        .where('content_id', '=', file.id)
        .where('position', '=', 0)
        .execute();
    const first = Buffer.from(await chunk(file.id, 0));
    await setFirst(Buffer.from(await chunk(file.id, 1)));
    expect(await status()).toBe(500);
    const changed = Buffer.from(first);
    changed[100] = (changed[100] ?? 0) ^ 1;
    await setFirst(changed);
    expect(await status()).toBe(500);
    await setFirst(first);
    expect(await status()).toBe(200);
    // With the chunk of another file, and even with its data key.
    const { file: other } = await keepFilm(film(500_000));
    await setFirst(Buffer.from(await chunk(other.id, 0)));
    expect(await status()).toBe(500);
    const theirs = await db
      .selectFrom('file_contents')
      .select(['key_id', 'data_key'])
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow();
    await db.updateTable('file_contents').set(theirs).where('id', '=', file.id).execute();
    expect(await status()).toBe(500);
  });

  it('need the key of the deployment: with another one the backend names the missing key and does not start', async () => {
    await keepFilm(film(3000));
    await requireKeysOfFiles(backend.database.db, testFileKeys);
    const [missing] = testFileKeys.ids;
    await expect(requireKeysOfFiles(backend.database.db, keysOf(newKey))).rejects.toThrow(
      `files, secrets of webhooks, or the key for push messages are encrypted with a key that is not in FILES_KEY (or files.key): ${missing}`,
    );
  });

  it('from before, or from the video platform, are readable and become encrypted', async () => {
    const app = await backend.app();
    await app.ready();
    const owner = callsOf(app, await backend.signedIn());
    const { id, bytes } = await plainRecording();
    const { media } = (await owner.post(`/recordings/${id}/view/`, {})).json();
    const isReadable = async () => (await owner.get(`/${media.url}`)).rawPayload.equals(bytes);
    // In the middle of the work, a chunk is encrypted and others are not.
    for (let step = 0; step < 4; step += 1) {
      expect(await isReadable()).toBe(true);
      await encryptNextChunk(backend.database.db, testFileKeys);
    }
    expect(await encryptNextChunk(backend.database.db, testFileKeys)).toBe(false);
    expect([await isReadable(), await piecesStored(bytes)]).toEqual([true, 0]);
  });

  it('become encrypted by a running backend without a command', async () => {
    const { db } = backend.database;
    const { bytes } = await plainRecording();
    expect(await piecesStored(bytes)).toBe(600);
    // Other options start a new process.
    await (await backend.app({ options: {} })).ready();
    const isPlain = () => db.selectFrom('file_contents').select('id').where('plain_from', 'is not', null).execute();
    while ((await isPlain()).length > 0) await sleep(10);
    expect(await piecesStored(bytes)).toBe(0);
  });

  it('are not written again when the key changes: only data keys are, and then the old key is not needed', async () => {
    const { db } = backend.database;
    const both = keysOf(`${newKey},${testFilesKey}`);
    const withBoth = await backend.app({ fileKeys: both });
    // Its job finds nothing yet.
    await withBoth.ready();
    const bytes = film(600_000);
    const { file } = await keepFilm(bytes);
    await plainRecording();
    await encryptAll();
    const before = await storedBytes();
    const readBy = async (app: typeof withBoth) => (await app.inject(`/${file.url}`)).rawPayload.equals(bytes);
    const read = async (fileKeys: typeof both) => readBy(await backend.app({ fileKeys }));
    expect(await readBy(withBoth)).toBe(true);
    expect([await rewrapDataKeys(db, both), await rewrapDataKeys(db, both)]).toEqual([2, 0]);
    expect((await storedBytes()).equals(before)).toBe(true);
    await requireKeysOfFiles(db, keysOf(newKey));
    expect([await read(keysOf(newKey)), await read(testFileKeys)]).toEqual([true, false]);
  });

  it('of pictures and of films that are processed are read with their key', async () => {
    const { db } = backend.database;
    const id = await addRecording(db, await addInterpretation(db), { seconds: 5 });
    await encryptAll();
    const owner = callsOf(await backend.app(), await backend.signedIn());
    await owner.post('/recordings/process_pending/', {});
    const state = async () => (await owner.get(`/recordings/${id}/`)).json();
    while ((await state()).state !== 'ready') await sleep(10);
    expect(await state()).toMatchObject({ duration_seconds: 5, size: grayFilm(5).length });
  });
});

describe('the key file of an embedded database', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-key-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = () => join(folder, 'files.key');

  it('is created once, for its owner only, and has the same format as FILES_KEY', () => {
    const created = readKeyFile(folder);
    expect((statSync(path()).mode & 0o777).toString(8)).toBe('600');
    expect(readKeyFile(folder).ids).toEqual(created.ids);
    writeFileSync(path(), `${newKey},${readFileSync(path(), 'utf8')}`);
    expect(readKeyFile(folder).ids).toEqual([keysOf(newKey).ids[0], ...created.ids]);
  });

  it('is never replaced when it is damaged', () => {
    writeFileSync(path(), 'lost');
    expect(() => readKeyFile(folder)).toThrow('is damaged');
    expect(readFileSync(path(), 'utf8')).toBe('lost');
  });
});
