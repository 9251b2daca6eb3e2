import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type FilePurpose, filePurposes } from '../../contract/filePurposes.ts';
import { staffRoles } from '../../contract/roles.ts';
import { write } from '../../server/collection/write.ts';
import { claimFile, dropFile } from '../../server/files/files.ts';
import { filesOfRecords, deleteUnclaimedFiles } from '../../server/resources/files/repository.ts';
import { databaseKinds, type SignedIn, testStart, usualDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { backendOf } from '../support/backendOf.ts';
import { film, formOf, picture, pngOfSize, upload } from '../support/uploads.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const page = '<!doctype html><script>alert(1)</script>';

describe.each(databaseKinds)('files on the %s database', (kind) => {
  const backend = backendOf(kind);

  const asOwner = async () => {
    const app = await backend.app();
    const owner = await backend.signedIn();
    const keep = async (purpose: FilePurpose, bytes: Uint8Array, name?: string) =>
      (await upload(app, owner, { purpose, bytes, ...(name === undefined ? {} : { name }) })).json();
    return { app, owner, keep };
  };

  const left = async () => {
    const { db } = backend.database;
    const [files, contents, chunks] = await Promise.all([
      db.selectFrom('files').select('id').execute(),
      db.selectFrom('file_contents').select('id').execute(),
      db.selectFrom('file_chunks').select('content_id').execute(),
    ]);
    return [files.length, contents.length, chunks.length];
  };

  it('store a picture and serve it to anybody with the link, in any page', async () => {
    const { app, owner, keep } = await asOwner();
    const file = await keep('slider', await picture(), 'Sumar á Íslandi.PNG');
    expect(file).toMatchObject({
      name: 'Sumar á Íslandi.png',
      media_type: 'image/png',
      width: 40,
      height: 20,
      created: '2024-05-01T07:00:00.000Z',
      links_expire: '2024-05-01T08:00:00.000Z',
    });
    const shown = await app.inject(`/${file.url}`);
    expect([shown.statusCode, shown.rawPayload.length]).toEqual([200, file.size]);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width: 40, height: 20 });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(file.size),
      'content-disposition': `inline; filename="Sumar ? ?slandi.png"; filename*=UTF-8''Sumar%20%C3%A1%20%C3%8Dslandi.png`,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
      'accept-ranges': 'bytes',
    });
    const saved = await app.inject(`/${file.download_url}`);
    expect(saved.headers['content-disposition']).toMatch(/^attachment; /);
    const again = await app.inject({ url: `/files/${file.id}/`, headers: owner.headers });
    expect(again.json()).toEqual(file);
    const other = await backend.signedIn();
    expect((await app.inject({ url: `/files/${file.id}/`, headers: other.headers })).statusCode).toBe(404);
  });

  it('store only the pixels of a picture: upright, without place and author', async () => {
    const { app, keep } = await asOwner();
    const taken = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#aa3300' } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'Sigríður Secret', Copyright: page } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(taken.includes('Exif')).toBe(true);
    const file = await keep('slider', Buffer.concat([taken, Buffer.from(page)]), 'photo.jpeg');
    expect(file).toMatchObject({ name: 'photo.jpg', width: 30, height: 60 });
    const { rawPayload } = await app.inject(`/${file.url}`);
    for (const hidden of ['Exif', 'Secret', '<script>']) expect(rawPayload.includes(hidden)).toBe(false);
    const large = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#000' } })
      .webp()
      .toBuffer();
    expect(await keep('slider', large)).toMatchObject({ width: 2560, height: 1280, media_type: 'image/webp' });
  });

  it('accept a PDF with blank lines before its header, as readers do', async () => {
    const { app, owner } = await asOwner();
    const bytes = Buffer.from('\r\n\r\n%PDF-1.7\n%%EOF');
    const answer = await upload(app, owner, { purpose: 'reservation', bytes, name: 'letter.pdf' });
    expect([answer.statusCode, answer.json().media_type]).toEqual([201, 'application/pdf']);
  });

  it('never trust a file name', async () => {
    const { app, owner } = await asOwner();
    const png = await picture();
    const refused: [FilePurpose, string, Uint8Array, string][] = [
      [
        'slider',
        'picture.svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        'file_type_refused',
      ],
      [
        'logo',
        'logo.png',
        Buffer.from('<?xml version="1.0"?><svg><script>alert(1)</script></svg>'),
        'file_type_refused',
      ],
      ['slider', 'picture.png', Buffer.from(page), 'file_type_refused'],
      ['slider', 'picture.png', Buffer.from('GIF89a\u0001\0\u0001\0;', 'latin1'), 'file_type_refused'],
      ['slider', 'picture.png', Buffer.from('PK\u0003\u0004'.padEnd(5000, '\0'), 'latin1'), 'file_type_refused'],
      ['slider', 'picture.png', Buffer.from('MZ'.padEnd(500, '\0'), 'latin1'), 'file_type_refused'],
      ['slider', 'picture.png', Buffer.from('%PDF-1.7\n%%EOF'), 'file_type_refused'],
      ['slider', 'film.png', film(3000), 'file_type_refused'],
      ['video', 'film.mp4', png, 'file_type_refused'],
      ['reservation', 'notes.pdf', Buffer.from(`${page}%PDF-1.7`), 'file_type_refused'],
      ['slider', 'empty.png', Buffer.alloc(0), 'file_damaged'],
      ['slider', 'half.png', png.subarray(0, png.length / 2), 'file_damaged'],
      ['slider', 'head.png', png.subarray(0, 20), 'file_damaged'],
      ['slider', 'bomb.png', pngOfSize(50_000, 50_000), 'image_too_large'],
      ['slider', 'bomb.png', pngOfSize(8000, 8000), 'image_too_large'],
    ];
    for (const [purpose, name, bytes, code] of refused) {
      const answer = await upload(app, owner, { purpose, bytes, name });
      expect([name, answer.json().code]).toEqual([name, code]);
      expect(answer.statusCode).toBeLessThan(500);
    }
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('store a person’s file name as a harmless label', async () => {
    const { app, keep } = await asOwner();
    const bytes = await picture();
    const names: [string, string][] = [
      ['../../../etc/passwd', 'passwd.png'],
      ['C:\\Windows\\System32\\evil.exe', 'evil.png'],
      ['page.html', 'page.png'],
      ['.htaccess', 'file.png'],
      ['a\u202Egnp.exe', 'agnp.png'],
      ['two\r\nSet-Cookie: a=b.png', 'two%0D%0ASet-Cookie_ a=b.png'],
      ['a"; filename="b.html', 'a%22; filename=%22b.png'],
      ['%2e%2e%2fetc.png', '%2e%2e%2fetc.png'],
      [`${'x'.repeat(300)}.png`, `${'x'.repeat(100)}.png`],
      ['Þögn er gull 🤟.png', 'Þögn er gull 🤟.png'],
    ];
    for (const [given, kept] of names) {
      const file = await keep('logo', bytes, given);
      expect([given, file.name]).toEqual([given, kept]);
      const { headers } = await app.inject(`/${file.download_url}`);
      expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('refuse broken forms, and forms without a file', async () => {
    const { app, owner } = await asOwner();
    const send = (type: string, payload: Buffer | string | Readable) =>
      app.inject({
        method: 'POST',
        url: '/files/?purpose=slider',
        headers: { ...owner.headers, 'content-type': type },
        payload,
      });
    const { payload, type } = await formOf(await picture(), 'a.png');
    const cut = await send(type, payload.subarray(0, payload.length - 120));
    expect([cut.statusCode, cut.json().code]).toEqual([400, 'file_damaged']);
    expect((await send('multipart/form-data', payload)).json()).toMatchObject({ status: 400, code: 'invalid' });
    expect((await send('application/json', '{}')).json()).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
    const empty = `${type.replace(/.*boundary=/, '--')}--\r\n`;
    expect((await send(type, empty)).json().errors).toEqual({ file: ['required'] });
    const none = await app.inject({ method: 'POST', url: '/files/?purpose=lunch', headers: owner.headers });
    expect(none.json()).toMatchObject({ status: 400, errors: { purpose: ['invalid'] } });
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('accept no more than the limit of the purpose, announced or not, and store nothing of larger ones', async () => {
    const { app, owner } = await asOwner();
    const { payload, type } = await formOf(Buffer.concat([await picture(), Buffer.alloc(5 * 1024 * 1024)]), 'a.png');
    const headers = { ...owner.headers, 'content-type': type };
    const url = '/files/?purpose=logo';
    const announced = await app.inject({ method: 'POST', url, headers, payload });
    expect(announced.json()).toMatchObject({ status: 413, code: 'file_too_large', values: { max: '4 MB' } });
    const streamed = await app.inject({ method: 'POST', url, headers, payload: Readable.from([payload]) });
    expect(streamed.json()).toMatchObject({ status: 413, code: 'file_too_large' });
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('serve links only unchanged, and until they expire', async () => {
    const { app, keep } = await asOwner();
    const [file, other] = [await keep('slider', await picture()), await keep('slider', await picture('#000'))];
    const code = async (url: string) => {
      const answer = await app.inject(`/${url}`);
      return answer.statusCode === 200 ? 200 : answer.json().code;
    };
    expect(await code(file.url)).toBe(200);
    const [, expires = ''] = /expires=(\d+)/.exec(file.url) ?? [];
    expect(await code(file.url.replace(expires, String(Number(expires) + 60)))).toBe('not_found');
    expect(await code(file.url.replace(file.id, other.id))).toBe('not_found');
    expect(await code(`${file.url}&disposition=attachment`)).toBe('not_found');
    expect(await code(file.download_url.replace('&disposition=attachment', ''))).toBe('not_found');
    expect(await code(file.url.replace(/signature=.*/, 'signature=AAAA'))).toBe('not_found');
    expect(await code(`files/${file.id}/content/`)).toBe('invalid');
    // Another process serves the same link.
    expect((await (await backend.app()).inject(`/${file.url}`)).statusCode).toBe(200);
    backend.pass(60 * minute);
    expect(await code(file.url)).toBe('link_expired');
  });

  it('serve ranges of a film for players', async () => {
    const { app, keep } = await asOwner();
    const bytes = film(600_000);
    const file = await keep('video', bytes, 'welcome.mp4');
    expect(file).toMatchObject({ media_type: 'video/mp4', size: 600_000, width: null });
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: `/${file.url}`, headers });
    const parts: [string, number, number][] = [
      ['bytes=0-1', 0, 1],
      ['bytes=0-', 0, 599_999],
      ['bytes=262140-262150', 262_140, 262_150],
      ['bytes=524288-', 524_288, 599_999],
      ['bytes=-10', 599_990, 599_999],
      ['bytes=-9999999', 0, 599_999],
      ['bytes=599999-700000', 599_999, 599_999],
    ];
    for (const [range, start, end] of parts) {
      const part = await ask({ range });
      expect([range, part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/600000`,
        String(end - start + 1),
      ]);
      expect(part.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    for (const range of ['bytes=600000-', 'bytes=-0']) {
      const refused = await ask({ range });
      expect([refused.statusCode, refused.headers['content-range'], refused.json().code]).toEqual([
        416,
        'bytes */600000',
        'range_refused',
      ]);
    }
    for (const range of ['bytes=0-1,5-9', 'lines=1-2', 'bytes=9-1', 'bytes=-']) {
      const all = await ask({ range });
      expect([range, all.statusCode, all.rawPayload.length]).toEqual([range, 200, 600_000]);
    }
    const { etag = '' } = (await ask({})).headers;
    expect((await ask({ range: 'bytes=0-1', 'if-range': String(etag) })).statusCode).toBe(206);
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"another"' })).statusCode).toBe(200);
    expect((await ask({ 'if-none-match': `"another", ${String(etag)}` })).statusCode).toBe(304);
    const head = await ask({}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '600000', 0]);
  });

  it('belong to one record only, of their purpose, by their uploader', async () => {
    const { owner, keep } = await asOwner();
    const { db } = backend.database;
    const other = await backend.signedIn();
    const { id } = await keep('slider', await picture());
    const take = (person: SignedIn, purpose: FilePurpose, record: string) =>
      write(db, { request: { id: 'test', session: null }, now: testStart }, (trx) =>
        claimFile(trx, { id, purpose, person, field: 'image' }, { collection: 'contacts', id: record }),
      );
    const refusal = { code: 'invalid', details: { errors: { image: ['not_found'] } } };
    await expect(take(other, 'slider', 'a')).rejects.toMatchObject(refusal);
    await expect(take(owner, 'logo', 'a')).rejects.toMatchObject(refusal);
    const taken = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => take(owner, 'slider', `record ${n}`)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(take(owner, 'slider', 'a')).rejects.toMatchObject(refusal);
    const records = Array.from({ length: 10 }, (_, n) => `record ${n}`);
    const [[record = '', files = []] = []] = await filesOfRecords(db, 'contacts', records);
    expect(files.map((file) => file.id)).toEqual([id]);
    const drop = (from: string) =>
      write(db, { request: { id: 'test', session: null }, now: testStart }, (trx) =>
        dropFile(trx, id, { collection: 'contacts', id: from }),
      );
    await expect(drop('another')).rejects.toMatchObject({ code: 'not_found' });
    await drop(record);
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('are deleted after a day unless a record has claimed them, with the leftovers of unfinished uploads', async () => {
    const { owner, keep } = await asOwner();
    const { db } = backend.database;
    const [taken] = [await keep('slider', await picture()), await keep('slider', await picture())];
    await db.updateTable('files').set({ collection: 'contacts', record_id: 'a' }).where('id', '=', taken.id).execute();
    const begun = { content_id: 'e'.repeat(24), position: 0, bytes: Buffer.from('half') };
    await db.insertInto('file_contents').values({ id: begun.content_id, begun: testStart }).execute();
    await db.insertInto('file_chunks').values(begun).execute();
    await deleteUnclaimedFiles(db, new Date(testStart.getTime() + day - 1));
    expect(await left()).toEqual([2, 3, 3]);
    await deleteUnclaimedFiles(db, new Date(testStart.getTime() + day));
    expect(await left()).toEqual([1, 1, 1]);
    const trail = await db
      .selectFrom('audit_entries')
      .select(['act', 'person_id'])
      .where('record_id', '=', taken.id)
      .orderBy('id')
      .execute();
    expect(trail[0]).toEqual({ act: 'create', person_id: owner.id });
  });

  it('are accepted by role and purpose', async () => {
    const app = await backend.app();
    const bytes = film(100);
    const allowed = async (at: typeof app, person: SignedIn) => {
      const codes: string[] = [];
      for (const purpose of filePurposes) {
        const { code } = (await upload(at, person, { purpose, bytes })).json();
        codes.push(`${purpose} ${code === 'forbidden' || code === 'feature_off' ? code : 'open'}`);
      }
      return codes.filter((line) => !line.endsWith('open'));
    };
    const refusals: Record<string, string[]> = {};
    for (const role of staffRoles) refusals[role] = await allowed(app, await backend.signedIn({ role }));
    expect(refusals).toEqual({
      interpreter: ['logo', 'slider', 'reservation', 'video', 'captions', 'recording'].map(
        (purpose) => `${purpose} forbidden`,
      ),
      manager: ['recording forbidden'],
      owner: ['recording forbidden'],
    });
    const bare = await backend.app({
      flags: { sliders: false, reservations: false, videos: false, recordings: false },
    });
    expect(await allowed(bare, await backend.signedIn())).toEqual([
      'slider feature_off',
      'reservation feature_off',
      'video feature_off',
      'captions feature_off',
      'recording feature_off',
    ]);
  });

  it('are limited per person', async () => {
    const { app, owner } = await asOwner();
    const attempt = () => app.inject({ method: 'POST', url: '/files/?purpose=logo', headers: owner.headers });
    expect((await attempt()).json().code).toBe('unsupported_media_type');
    await backend.database.db.updateTable('throttles').set({ hits: 199 }).execute();
    expect((await attempt()).statusCode).toBe(415);
    expect((await attempt()).json()).toMatchObject({ status: 429, code: 'too_many_requests', retry_after: 600 });
  });
});

describe('an upload over a real connection', () => {
  const backend = sharedBackendOf(usualDatabase);

  it('stores nothing when it breaks off, and gets a response when it is refused half-way', async () => {
    const app = await backend.app();
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const { headers } = await backend.signedIn();
    const { payload, type } = await formOf(film(1_500_000), 'film.mp4');
    const begin = (purpose: FilePurpose) =>
      request(`${origin}/files/?purpose=${purpose}`, { method: 'POST', headers: { ...headers, 'content-type': type } });
    const sendAll = async (purpose: FilePurpose) => {
      const sending = begin(purpose);
      sending.end(payload);
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      return JSON.parse((await answer.toArray()).join(''));
    };
    const { db } = backend.database;
    const written = async () => (await db.selectFrom('file_chunks').select('position').execute()).length;

    const broken = begin('video').on('error', () => undefined);
    broken.write(payload.subarray(0, 600_000));
    await waitFor(async () => (await written()) === 2);
    broken.destroy();
    await waitFor(async () => (await written()) === 0);
    expect(await db.selectFrom('file_contents').select('id').execute()).toEqual([]);

    expect(await sendAll('slider')).toMatchObject({ status: 415, code: 'file_type_refused' });
    expect(await sendAll('video')).toMatchObject({ size: 1_500_000, name: 'film.mp4' });
  });
});

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 10_000;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error('The upload was not refused.');
    await sleep(20);
  }
}
