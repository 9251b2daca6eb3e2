import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { platformExamples } from '../../contract/platformExamples.ts';
import { fileStoresOf, requireBucketOfFiles } from '../../server/files/fileStores.ts';
import { moveContents, whereFilesAre } from '../../server/files/moveContents.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { databaseKinds, startBackend, type TestBackend } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';
import { docExample } from '../support/docExamples.ts';
import { type FakeS3, startFakeS3 } from '../support/fakeS3.ts';
import { platformOf } from '../support/platform.ts';
import { film, picture, upload } from '../support/uploads.ts';

const day = 24 * 60 * 60_000;

describe.each(databaseKinds)('where the bytes of files are, with the %s database', (kind) => {
  let backend: TestBackend;
  let s3: FakeS3;
  beforeAll(async () => {
    [backend, s3] = await Promise.all([startBackend(kind), startFakeS3()]);
  });
  afterEach(async () => {
    s3.refuse('nothing');
    await backend.reset();
    s3.objects.clear();
  });
  afterAll(async () => {
    await backend.close();
    await s3.stop();
  });

  const storesOf = (place: 'database' | 'bucket') =>
    fileStoresOf(backend.database.db, place === 'bucket' ? s3.open('files/here') : null);
  const appWith = async (place: 'database' | 'bucket', options = {}) => {
    const fileStores = storesOf(place);
    const app = await backend.app({ fileStores, options });
    await app.ready();
    return { app, fileStores };
  };
  const keepFilm = async (app: Parameters<typeof upload>[0], bytes: Buffer) =>
    (await upload(app, await backend.signedIn(), { purpose: 'video', bytes, name: 'welcome.mp4' })).json();
  const names = () => [...s3.objects.keys()].filter((name) => !name.endsWith('/probe'));
  const deleteAll = async () => {
    await sql`delete from files`.execute(backend.database.db);
  };

  describe.each(['database', 'bucket'] as const)('a film in the %s', (place) => {
    it('is encrypted, is read in ranges across chunks, and goes with its file', async () => {
      const { app, fileStores } = await appWith(place);
      const bytes = film(9_000_000);
      const file = await keepFilm(app, bytes);
      expect(await whereFilesAre(backend.database.db)).toMatchObject({ [place]: { files: 1, bytes: 9_000_000 } });
      expect((await app.inject(`/${file.url}`)).rawPayload.equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [262_100, 262_200],
        [262_144, 1_572_864],
        [8_999_999, 8_999_999],
      ] as const) {
        const part = await app.inject({ url: `/${file.url}`, headers: { range: `bytes=${start}-${end}` } });
        expect([part.statusCode, part.rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([206, true]);
      }
      const stored = [...s3.objects.values()].find((object) => object.bytes.length > 1000)?.bytes;
      expect(stored?.length).toBe(place === 'bucket' ? 9_000_000 + 35 * 28 : undefined);
      expect(stored?.includes(bytes.subarray(5_000_000, 5_000_032)) ?? false).toBe(false);
      await deleteAll();
      await fileStores.deleteDropped();
      expect([names(), (await sql`select from file_chunks`.execute(backend.database.db)).rows]).toEqual([[], []]);
      expect((await app.inject(`/${file.url}`)).statusCode).toBe(404);
    });

    it('leaves nothing if its upload is refused on the way', async () => {
      const { app, fileStores } = await appWith(place);
      const owner = await backend.signedIn();
      const refused = await upload(app, owner, {
        purpose: 'logo',
        bytes: Buffer.concat([await picture(), Buffer.alloc(5_000_000)]),
      });
      expect(refused.json()).toMatchObject({ code: 'file_too_large' });
      await fileStores.deleteDropped();
      expect([names(), s3.openUploads()]).toEqual([[], 0]);
      expect((await sql`select from file_contents`.execute(backend.database.db)).rows).toEqual([]);
    });
  });

  it('is the bucket for pictures, too: they are decoded from it and written to it', async () => {
    const { app } = await appWith('bucket');
    const file = (await upload(app, await backend.signedIn(), { purpose: 'slider', bytes: await picture() })).json();
    expect((await app.inject(`/${file.url}`)).rawPayload.length).toBe(file.size);
    expect((await whereFilesAre(backend.database.db)).database.files).toBe(0);
  });

  it('changes in both directions while films are read, and a move that was interrupted goes on', async () => {
    const { db } = backend.database;
    const { app } = await appWith('database');
    const bytes = film(800_000);
    const files = [await keepFilm(app, bytes), await keepFilm(app, bytes)];
    const { app: moved, fileStores: stores } = await appWith('bucket');
    const areReadable = async () =>
      (await Promise.all(files.map(({ url }) => moved.inject(`/${url}`)))).every(({ rawPayload }) =>
        rawPayload.equals(bytes),
      );
    s3.refuse('writes');
    expect(await moveContents({ db, stores }, 'bucket', () => undefined)).toHaveLength(2);
    expect(await areReadable()).toBe(true);
    s3.refuse('nothing');
    let count = 0;
    const [failed, ...during] = await Promise.all([
      moveContents({ db, stores }, 'bucket', () => (count += 1)),
      ...Array.from({ length: 5 }, areReadable),
    ]);
    expect([failed, count, during.every(Boolean), await areReadable()]).toEqual([[], 2, true, true]);
    expect(await whereFilesAre(db)).toMatchObject({ bucket: { files: 2 }, database: { files: 0 } });
    expect((await sql`select from file_chunks`.execute(db)).rows).toEqual([]);

    // As after a kill: some chunks are there already.
    const [first] = await db
      .selectFrom('file_contents')
      .select(['id', 'object', 'key_id', 'data_key', 'plain_from'])
      .execute();
    for await (const chunk of stores.bucket.read(first!, { from: 0, to: 1 })) {
      const position = (await db.selectFrom('file_chunks').select('position').execute()).length;
      await db
        .insertInto('file_chunks')
        .values({ content_id: first!.id, position, bytes: Buffer.from(chunk.bytes) })
        .execute();
    }
    expect(await areReadable()).toBe(true);
    const [back, ...meanwhile] = await Promise.all([
      moveContents({ db, stores }, 'database', () => (count += 1)),
      ...Array.from({ length: 5 }, areReadable),
    ]);
    expect([back, count, meanwhile.every(Boolean), await areReadable()]).toEqual([[], 4, true, true]);
    expect([await whereFilesAre(db), names()]).toMatchObject([{ database: { files: 2 }, bucket: { files: 0 } }, []]);
  });

  it('answers 503 while the bucket does not take files, keeps what is there, and is not ready until it does', async () => {
    const { app } = await appWith('bucket');
    const bytes = film(300_000);
    const file = await keepFilm(app, bytes);
    expect((await app.inject('/readyz/')).statusCode).toBe(200);
    s3.refuse('writes');
    expect(await keepFilm(app, bytes)).toMatchObject({ code: 'files_unavailable', status: 503, retry_after: 30 });
    const readiness = async () => (await app.inject('/readyz/')).json();
    while ((await readiness()).code !== 'files_unavailable') await sleep(20);
    expect((await app.inject(`/${file.url}`)).rawPayload.equals(bytes)).toBe(true);
    s3.refuse('everything');
    expect((await app.inject(`/${file.url}`)).json()).toMatchObject({ code: 'files_unavailable' });
    s3.refuse('nothing');
    expect(await keepFilm(app, bytes)).toMatchObject({ size: 300_000 });
    expect(await readiness()).toEqual({ status: 'ok' });
  });

  it('deletes old objects that belong to no content, and none of another deployment', async () => {
    const { app, fileStores } = await appWith('bucket');
    await keepFilm(app, film(3000));
    const [kept = ''] = names();
    const folder = kept.slice(0, kept.lastIndexOf('/') + 1);
    const old = { bytes: Buffer.from('old'), changed: new Date(Date.now() - 2 * day) };
    s3.objects.get(kept)!.changed = old.changed;
    s3.objects.set(`${folder}000000000000000000000001`, old);
    s3.objects.set(`${folder}000000000000000000000002`, { ...old, changed: new Date() });
    s3.objects.set('files/here/000000000000000000000003/000000000000000000000004', old);
    await fileStores.sweep(new Date());
    expect(names().toSorted()).toEqual(
      [
        kept,
        `${folder}000000000000000000000002`,
        'files/here/000000000000000000000003/000000000000000000000004',
      ].toSorted(),
    );
  });

  it('is never changed in a bucket that is only read, and must be known at the start', async () => {
    const { db } = backend.database;
    const { app } = await appWith('bucket');
    await keepFilm(app, film(3000));
    const before = names();
    const copy = fileStoresOf(db, s3.open('files/here', 'read'));
    await deleteAll();
    await copy.deleteDropped();
    await copy.sweep(new Date(Date.now() + 2 * day));
    expect(names()).toEqual(before);
    await keepFilm(app, film(3000));
    await expect(requireBucketOfFiles(db, null)).rejects.toThrow('FILES_URL is missing');
  });

  it('may be a bucket of the video platform, whose recordings events name', async () => {
    const [bytes, source] = [grayFilm(7), 'https://video.example'];
    const app = await backend.app({ fileStores: storesOf('bucket'), recordingsBucket: s3.open('video/done') });
    const owner = await backend.signedIn();
    await backend.signedIn({ role: 'interpreter', email: 'una@example.org' });
    const account = { name: 'Video', scopes: ['platform'], days: 30 };
    const { secret } = (await callsOf(app, owner).post('/service_accounts/', account)).json();
    const platform = platformOf(app, secret);
    const events = platformExamples.filter(({ type }) => !type.startsWith('signboard.recording'));
    await platform.sendAll(events);
    const example = JSON.parse(docExample('docs/ops/object-store.md', '"object"')) as { object: string };
    const stored = (object: string) => ({
      ...platformExamples.find(({ type }) => type === 'signboard.recording.stored')!,
      id: object,
      source,
      data: { ...example, object },
    });
    const place = example.object.replace('s3://', '');
    expect((await platform.send(stored('s3://video/other/film.webm'))).result).toMatchObject({
      status: 'rejected',
      code: 'invalid',
      pointer: '/data/object',
    });
    s3.objects.set(place, { bytes, changed: new Date() });
    expect((await platform.send(stored(example.object))).result).toMatchObject({ status: 'accepted' });
    const recording = async () => {
      const list = (await callsOf(app, owner).get('/interpretations/?ordering=-created')).json().results;
      const found = await Promise.all(
        list.map(async ({ id }: { id: string }) => (await callsOf(app, owner).get(`/interpretations/${id}/`)).json()),
      );
      return found.flatMap(({ recordings }) => recordings)[0];
    };
    while ((await recording()).state !== 'ready') await sleep(20);
    expect(await recording()).toMatchObject({ duration_seconds: 7, size: bytes.length, error: null });
    const storedName = names().find((name) => name.startsWith('files/here/'))!;
    expect(s3.objects.get(storedName)!.bytes.includes(bytes.subarray(0, 64))).toBe(false);
    expect(s3.objects.has(place)).toBe(true);
  });
});
