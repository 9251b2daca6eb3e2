import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { File } from '../../contract/files.ts';
import { anyDatabase, databaseKinds, type SignedIn } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { addInterpretation, addRecording } from '../support/recordings.ts';
import { film, picture, upload } from '../support/uploads.ts';

const ended = [403, 'link_expired'];
const gone = [404, 'not_found'];

describe.each(anyDatabase)('links to files, on the %s database', (kind) => {
  const backend = backendOf(kind);

  /** The responses of a link for the whole file and for a range. */
  const open = async (app: FastifyInstance, { url }: Pick<File, 'url'>) => {
    const [all, part] = await Promise.all([
      app.inject(`/${url}`),
      app.inject({ url: `/${url}`, headers: { range: 'bytes=0-3' } }),
    ]);
    if (part.statusCode === 206) expect(all.statusCode).toBe(200);
    else expect([part.statusCode, part.json().code]).toEqual([all.statusCode, all.json().code]);
    return part.statusCode === 206 ? 206 : [part.statusCode, part.json().code];
  };

  /** One file of each kind that an interpreter may read, with links of that interpreter. */
  const everyKind = async () => {
    const app = await backend.app();
    const { db } = backend.database;
    const [owner, interpreter] = [await backend.signedIn(), await backend.signedIn({ role: 'interpreter' })];
    const [asOwner, asInterpreter] = [callsOf(app, owner), callsOf(app, interpreter)];
    const keep = async (person: SignedIn, purpose: 'logo' | 'slider' | 'video' | 'reservation') => {
      const bytes = purpose === 'video' ? film(2000) : await picture();
      return (await upload(app, person, { purpose, bytes })).json<File>();
    };
    const logo = (await keep(owner, 'logo')).id;
    const partner = (await asOwner.post('/partners/', { name: 'Hospital', slug: 'hospital', logo })).json();
    await asOwner.post('/sliders/', { title: 'Summer', image: (await keep(owner, 'slider')).id });
    await asOwner.post(`/partners/${partner.id}/videos/`, { title: 'Welcome', file: (await keep(owner, 'video')).id });
    const customer = await backend.addUser({ role: 'deaf' });
    const reservation = (
      await asOwner.post('/reservations/', {
        name: 'Court hearing',
        date: '2024-05-06',
        time_from: '10:00',
        time_to: '11:30',
        type: 'remote',
        customer: customer.id,
        interpreters: [interpreter.id],
      })
    ).json();
    const attached = (await keep(owner, 'reservation')).id;
    await asOwner.post(`/reservations/${reservation.id}/files/`, { file: attached }, { 'if-match': reservation.etag });
    const interpretation = await addInterpretation(db, { interpreter_id: interpreter.id });
    const recording = await addRecording(db, interpretation, { state: 'ready', duration_seconds: 3, size: 1000 });
    // As if they had been a manager when they uploaded it.
    const uploaded = (await keep(owner, 'reservation')).id;
    await db.updateTable('files').set({ uploaded_by: interpreter.id }).where('id', '=', uploaded).execute();
    const links: Record<string, File> = {
      logo: (await asInterpreter.get(`/partners/${partner.id}/`)).json().logo,
      slider: (await asInterpreter.get('/sliders/')).json().results[0].image,
      video: (await asInterpreter.get(`/partners/${partner.id}/videos/`)).json().results[0].file,
      reservation: (await asInterpreter.get(`/reservations/${reservation.id}/`)).json().files[0],
      recording: (await asInterpreter.post(`/recordings/${recording}/view/`)).json().media,
      upload: (await asInterpreter.get(`/files/${uploaded}/`)).json(),
    };
    const openAll = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(links).map(async ([name, link]) => [name, await open(app, link)])),
      ) as Record<string, unknown>;
    expect(await openAll()).toEqual(each(206));
    return {
      app,
      db,
      owner,
      interpreter,
      asOwner,
      asInterpreter,
      links,
      openAll,
      reservation,
      interpretation,
      recording,
    };
  };
  const each = (outcome: unknown) => ({
    logo: outcome,
    slider: outcome,
    video: outcome,
    reservation: outcome,
    recording: outcome,
    upload: outcome,
  });

  it('expire with the session that they were made in, and not with another one of the same person', async () => {
    const { app, asInterpreter, interpreter, openAll, recording } = await everyKind();
    const elsewhere = callsOf(app, await backend.openSession(interpreter));
    const { media } = (await elsewhere.post(`/recordings/${recording}/view/`)).json();
    expect((await asInterpreter.post('/auth/logout/')).statusCode).toBe(204);
    expect(await openAll()).toEqual(each(ended));
    expect(await open(app, media)).toBe(206);
  });

  it.each<[string, (asOwner: ReturnType<typeof callsOf>, id: string, etag: string) => Promise<{ statusCode: number }>]>(
    [
      ['is suspended', (asOwner, id) => asOwner.post(`/users/${id}/suspend/`, { reason: 'Long leave' })],
      ['is rejected', (asOwner, id) => asOwner.post(`/users/${id}/reject/`)],
      ['has another role', (asOwner, id, etag) => asOwner.patch(`/users/${id}/`, etag, { role: 'manager' })],
      ['is deleted', (asOwner, id) => asOwner.remove(`/users/${id}/`)],
    ],
  )('expire when their person %s', async (_, act) => {
    const { asOwner, interpreter, openAll } = await everyKind();
    const { etag } = (await asOwner.get(`/users/${interpreter.id}/`)).json();
    const { statusCode } = await act(asOwner, interpreter.id, etag);
    expect(statusCode).toBeLessThan(300);
    expect(await openAll()).toEqual(each(ended));
  });

  it('expire when a later suspension of their person begins', async () => {
    const { db, interpreter, openAll } = await everyKind();
    const begins = new Date('2024-05-01T07:01:00Z');
    await db.updateTable('users').set({ suspended_at: begins }).where('id', '=', interpreter.id).execute();
    const session = await backend.openSession(interpreter);
    expect(session.id).toBe(interpreter.id);
    backend.pass(2 * 60_000);
    expect(await openAll()).toEqual(each(ended));
  });

  it('expire for a file that their person may no longer read', async () => {
    const { db, interpreter, openAll, reservation, interpretation } = await everyKind();
    const other = await backend.signedIn({ role: 'interpreter' });
    await db
      .updateTable('reservation_interpreters')
      .set({ interpreter_id: other.id })
      .where('reservation_id', '=', reservation.id)
      .execute();
    await db
      .updateTable('interpretations')
      .set({ interpreter_id: other.id })
      .where('id', '=', interpretation)
      .execute();
    await db.updateTable('files').set({ uploaded_by: other.id }).where('uploaded_by', '=', interpreter.id).execute();
    expect(await openAll()).toEqual({ ...each(206), reservation: gone, recording: gone, upload: gone });
  });

  it('expire with the retention of a recording', async () => {
    const { app, db, links } = await everyKind();
    await db
      .updateTable('recordings')
      .set({ expires: new Date('2024-05-01T08:00:00Z') })
      .execute();
    backend.pass(60 * 60_000);
    expect(await open(app, links['recording']!)).toEqual(gone);
  });

  it('do not work with another session’s id inserted', async () => {
    const { app, links, interpreter } = await everyKind();
    const other = await backend.openSession(interpreter);
    const mine = callsOf(app, other);
    const again = (await mine.get('/sliders/')).json().results[0].image as File;
    const [, session = ''] = /session=([\w-]+)/.exec(again.url) ?? [];
    const forged = links['slider']!.url.replace(/session=[\w-]+/, `session=${session}`);
    expect(forged).not.toBe(links['slider']!.url);
    expect(await open(app, { url: forged })).toEqual(gone);
  });
});

/** More than the socket buffers of both sides. */
const size = 16_000_000;

describe.each(databaseKinds)('a film that is streamed in one response, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);

  it('is cut off when the session ends', async () => {
    const app = await backend.app();
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const owner = await backend.signedIn();
    const bytes = Buffer.concat([film(100), Buffer.alloc(size)]);
    const { url } = (await upload(app, owner, { purpose: 'video', bytes, name: 'a.mp4' })).json();
    const { body } = await fetch(`${origin}/${url}`);
    const reader = body!.getReader();
    let read = (await reader.read()).value!.length;
    await callsOf(app, owner).post('/auth/logout/');
    backend.pass(10_000);
    const rest = async () => {
      for (let step = await reader.read(); !step.done; step = await reader.read()) read += step.value.length;
    };
    await expect(rest()).rejects.toThrow('terminated');
    expect(read).toBeLessThan(size);
  });
});
