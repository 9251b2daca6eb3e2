import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { anyDatabase, databaseKinds, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { film, picture, upload } from '../support/uploads.ts';

const megabyte = 1024 * 1024;

/** A picture in one colour, which takes few bytes at any size. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

describe.each(databaseKinds)('large pictures, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const left = async () =>
    (await backend.database.db.selectFrom('file_contents').select(['kept']).execute()).map(({ kept }) => kept);

  it('are accepted if they are decoded row by row, and refused if they would be decoded as a whole', async () => {
    const app = await backend.app();
    const owner = await backend.signedIn();
    const progressive = (width: number, height: number, chromaSubsampling: string) =>
      plain(width, height).jpeg({ progressive: true, quality: 30, chromaSubsampling }).toBuffer();
    const pictures: [string, Buffer, string | number][] = [
      ['a JPEG of 39.7 million pixels', await plain(7280, 5460).jpeg({ quality: 30 }).toBuffer(), 201],
      ['the same, progressive', await progressive(7280, 5460, '4:2:0'), 'image_too_large'],
      ['a progressive one of 18 million', await progressive(5000, 3600, '4:2:0'), 201],
      ['the same without subsampling', await progressive(5000, 3600, '4:4:4'), 'image_too_large'],
      ['a PNG of 27 million', await plain(5200, 5200).png().toBuffer(), 201],
      ['the same, interlaced', await plain(5200, 5200).png({ progressive: true }).toBuffer(), 'image_too_large'],
      ['a WebP of 27 million', await plain(5200, 5200).webp({ quality: 20 }).toBuffer(), 'image_too_large'],
    ];
    const answers: [string, string | number][] = [];
    for (const [name, bytes] of pictures) {
      const answer = await upload(app, owner, { purpose: 'slider', bytes });
      answers.push([name, answer.json().code ?? answer.statusCode]);
    }
    expect(answers).toEqual(pictures.map(([name, , outcome]) => [name, outcome]));
    expect(await left()).toEqual([true, true, true]);
  });
});

describe.each(anyDatabase)('unclaimed uploads, on the %s database', (kind) => {
  const backend = backendOf(kind);

  /** Sets how many bytes a person has uploaded. */
  const hasUploaded = async ({ id }: SignedIn, size: number) => {
    const { db } = backend.database;
    await db.updateTable('files').set({ size }).where('uploaded_by', '=', id).execute();
  };

  it('are limited per person, and no longer count once a record has claimed them', async () => {
    const app = await backend.app();
    const [owner, manager] = [await backend.signedIn(), await backend.signedIn({ role: 'manager' })];
    const send = async (person: SignedIn) => {
      const answer = await upload(app, person, { purpose: 'reservation', bytes: film(2000), name: 'a.mp4' });
      return answer.statusCode === 201 ? 201 : answer.json();
    };
    expect(await send(manager)).toBe(201);
    await hasUploaded(manager, 2047 * megabyte);
    expect(await send(manager)).toBe(201);
    await hasUploaded(manager, 2048 * megabyte);
    expect(await send(manager)).toMatchObject({
      status: 413,
      code: 'upload_quota',
      values: { max: '2048 MB' },
    });
    expect(await send(owner)).toBe(201);
    await backend.database.db
      .updateTable('files')
      .set({ collection: 'reservations', record_id: 'a' })
      .where('uploaded_by', '=', manager.id)
      .execute();
    expect(await send(manager)).toBe(201);
    expect((await callsOf(app, manager).get('/auth/me/')).statusCode).toBe(200);
  });

  it('count while they are running, so that concurrent ones cannot exceed the limit', async () => {
    const app = await backend.app();
    const manager = await backend.signedIn({ role: 'manager' });
    await upload(app, manager, { purpose: 'reservation', bytes: await picture() });
    await hasUploaded(manager, 2048 * megabyte - 50_000);
    const sent = await Promise.all(
      Array.from({ length: 6 }, () =>
        upload(app, manager, { purpose: 'reservation', bytes: film(20_000), name: 'a.mp4' }),
      ),
    );
    const codes = sent.map((answer) => String(answer.json().code ?? answer.statusCode));
    const expected = ['201', '201', ...Array.from({ length: 4 }, () => 'upload_quota')];
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(expected);
  });
});
