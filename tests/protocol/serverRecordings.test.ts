import { describe, expect, it } from '@jest/globals';
import type { Job } from '../../contract/jobs.ts';
import type { Recording } from '../../contract/recordings.ts';
import { captions, grayFilm, silence } from '../../server/seed/media.ts';
import { anyDatabase, testDeployment, testStart, type TestBackend } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { addInterpretation, addRecording, addRecordingFile, otherHash } from '../support/recordings.ts';

const day = 24 * 60 * 60_000;
const webm = 'video/webm';

describe.each(anyDatabase)('recordings, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const signIn = async (parts: Parameters<TestBackend['app']>[0] = {}) => {
    const app = await backend.app(parts);
    const owner = callsOf(app, await backend.signedIn());
    const read = async (id: string): Promise<Recording> => (await owner.get(`/recordings/${id}/`)).json();
    const process = async (interpretation?: string): Promise<Job> => {
      const answer = await owner.post('/recordings/process_pending/', interpretation ? { interpretation } : {});
      expect([answer.statusCode, answer.headers.location]).toEqual([202, `jobs/${answer.json().id}/`]);
      return answer.json();
    };
    /** The job once a condition is met. */
    const until = async (id: string, isReached: (job: Job) => boolean): Promise<Job> => {
      for (;;) {
        const job: Job = (await owner.get(`/jobs/${id}/`)).json();
        if (isReached(job)) return job;
        await new Promise((again) => setTimeout(again, 20));
      }
    };
    const processed = async (interpretation?: string) => {
      const { id } = await process(interpretation);
      return until(id, ({ state }) => state === 'done');
    };
    return { app, owner, read, process, until, processed };
  };

  // R88, R160
  it('are processed on request: their properties are read from the files', async () => {
    const { owner, read, processed } = await signIn();
    const { db } = backend.database;
    const interpretation = await addInterpretation(db);
    const film = await addRecording(db, interpretation, { seconds: 12, media_kind: 'audio' });
    const sound = await addRecording(db, interpretation, { seconds: null });
    await addRecordingFile(db, sound, { bytes: silence(65), type: 'audio/mpeg' });
    const made = await addRecording(db, interpretation, { state: 'in_progress' });
    const before: Recording = await read(film);
    expect(before).toMatchObject({ state: 'pending', duration_seconds: null, size: null });
    expect(before.can).toEqual({ view: false, process: true });
    expect((await owner.get('/interpretations/')).json().results[0].recording).toBe('in_progress');

    const job = await processed();
    expect(job).toMatchObject({ kind: 'process_recordings', state: 'done', total: 2, done: 2, failed: 0 });
    expect(await read(film)).toMatchObject({ state: 'ready', media_kind: 'video', duration_seconds: 12, error: null });
    expect((await read(film)).size).toBe(grayFilm(12).length);
    expect(await read(sound)).toMatchObject({ state: 'ready', media_kind: 'audio', duration_seconds: 65 });
    expect((await read(made)).state).toBe('in_progress');
    const detail = (await owner.get(`/interpretations/${interpretation}/`)).json();
    expect(detail.recordings.map(({ id }: Recording) => id).toSorted()).toEqual([film, sound, made].toSorted());
    expect((await processed()).total).toBe(0);
  });

  it('of one interpretation are processed alone', async () => {
    const { read, processed } = await signIn();
    const { db } = backend.database;
    const [first, second] = [await addInterpretation(db), await addInterpretation(db)];
    const [mine, theirs] = [await addRecording(db, first), await addRecording(db, second)];
    expect(await processed(first)).toMatchObject({ total: 1, done: 1 });
    expect([(await read(mine)).state, (await read(theirs)).state]).toEqual(['ready', 'pending']);
  });

  it('that cannot be played stay pending with the reason, and are processed again on request', async () => {
    const { read, processed } = await signIn();
    const { db } = backend.database;
    const interpretation = await addInterpretation(db);
    const noise = await addRecording(db, interpretation, { seconds: null });
    const file = await addRecordingFile(db, noise, { bytes: Buffer.from('no film'.repeat(99)), type: webm });
    const changed = await addRecording(db, interpretation, { seconds: null });
    await addRecordingFile(db, changed, { bytes: grayFilm(2), type: webm, claimed: otherHash });
    expect(await processed()).toMatchObject({ state: 'done', total: 2, done: 0, failed: 2 });
    for (const id of [noise, changed])
      expect(await read(id)).toMatchObject({ state: 'pending', error: 'recording_unreadable', can: { process: true } });
    await db.deleteFrom('files').where('id', '=', file).execute();
    await addRecordingFile(db, noise, { bytes: grayFilm(4), type: webm });
    expect(await processed()).toMatchObject({ total: 2, done: 1, failed: 1 });
    expect(await read(noise)).toMatchObject({ state: 'ready', error: null, duration_seconds: 4 });
  });

  it('whose file is late are retried with growing pauses, five times in total', async () => {
    const { owner, read, process, until } = await signIn();
    const { db } = backend.database;
    const interpretation = await addInterpretation(db);
    const [late, lost] = [
      await addRecording(db, interpretation, { seconds: null }),
      await addRecording(db, interpretation, { seconds: null }),
    ];
    const tries = () => db.selectFrom('tasks').select(['tries', 'due', 'state']).orderBy('id').execute();
    const afterTry = async (count: number) => {
      for (;;) {
        const tasks = await tries();
        if (tasks.every((task) => task.tries >= count && task.state !== 'running')) return tasks;
        await new Promise((again) => setTimeout(again, 20));
      }
    };
    const { id } = await process();
    const [first] = await afterTry(1);
    expect(first?.due.getTime()).toBe(testStart.getTime() + 5_000);
    expect((await read(late)).state).toBe('processing');
    for (const [count, pause] of [5_000, 10_000, 20_000].entries()) {
      backend.pass(pause);
      await process();
      await afterTry(count + 2);
    }
    await addRecordingFile(db, late, { bytes: grayFilm(2), type: webm });
    backend.pass(40_000);
    await process();
    expect(await until(id, ({ state }) => state === 'done')).toMatchObject({ total: 2, done: 1, failed: 1 });
    expect((await read(late)).state).toBe('ready');
    expect(await read(lost)).toMatchObject({ state: 'pending', error: 'recording_missing' });
    expect((await owner.get('/interpretations/?recording[]=pending')).json().count).toBe(1);
  });

  const readyOne = async (parts: Parameters<TestBackend['app']>[0] = {}) => {
    const context = await signIn(parts);
    const { db } = backend.database;
    const interpreter = await backend.signedIn({ role: 'interpreter' });
    const interpretation = await addInterpretation(db, { interpreter_id: interpreter.id });
    const id = await addRecording(db, interpretation, { seconds: 12 });
    await context.processed();
    return { ...context, interpreter, interpretation, id };
  };

  it('are opened by links that need no token and support ranges, with captions if there are any', async () => {
    const { app, owner, id } = await readyOne();
    await addRecordingFile(backend.database.db, id, {
      bytes: captions('Góðan dag', 12),
      type: 'text/vtt',
    });
    const { db } = backend.database;
    await db.updateTable('recordings').set({ captions_language: 'is' }).where('id', '=', id).execute();
    const { media, captions: text, captions_language } = (await owner.post(`/recordings/${id}/view/`)).json();
    expect(captions_language).toBe('is');
    expect(media).toMatchObject({ media_type: webm, size: grayFilm(12).length });
    const part = await app.inject({ url: `/${media.url}`, headers: { range: 'bytes=4-11' } });
    expect([part.statusCode, part.headers['content-type'], part.rawPayload]).toEqual([
      206,
      webm,
      grayFilm(12).subarray(4, 12),
    ]);
    expect((await app.inject(`/${text.url}`)).body).toContain('Góðan dag');
    expect((await owner.get(`/recordings/${id}/`)).json().captions).toBe(true);
    backend.pass(day);
    expect((await app.inject(`/${media.url}`)).json().code).toBe('link_expired');
  });

  it('are opened by the interpreter of the request and by staff, each time with an audit log entry', async () => {
    const { app, owner, interpreter, interpretation, id } = await readyOne();
    const asInterpreter = callsOf(app, interpreter);
    const other = callsOf(app, await backend.signedIn({ role: 'interpreter' }));
    expect((await other.post(`/recordings/${id}/view/`)).json().code).toBe('not_found');
    expect((await other.get(`/recordings/${id}/`)).json().code).toBe('not_found');
    expect((await asInterpreter.post(`/recordings/${id}/view/`, { reason: ' A complaint ' })).statusCode).toBe(200);
    expect((await owner.post(`/recordings/${id}/view/`)).statusCode).toBe(200);
    const trail = (await owner.get(`/audit/?collection=recordings&record=${id}&act=view&ordering=at`)).json().results;
    const views = trail.map(({ person, after, at }: { person: string; after: object; at: string }) => [
      person,
      after,
      at,
    ]);
    expect(views).toEqual([
      [interpreter.id, { interpretation_id: interpretation, reason: 'A complaint' }, testStart.toISOString()],
      [expect.any(String), { interpretation_id: interpretation, reason: null }, testStart.toISOString()],
    ]);
    expect((await asInterpreter.post('/recordings/process_pending/')).json().code).toBe('forbidden');
  });

  it('require a reason if the deployment does', async () => {
    const deployment = { ...testDeployment, recordings: { reason: true } };
    const { owner, id } = await readyOne({ deployment });
    expect((await owner.get(`/recordings/${id}/`)).json().reason_required).toBe(true);
    const refused = await owner.post(`/recordings/${id}/view/`);
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { reason: ['required'] }]);
    expect((await owner.post(`/recordings/${id}/view/`, { reason: 'no' })).json().errors).toEqual({
      reason: ['too_short'],
    });
    expect((await owner.get(`/audit/?collection=recordings&act=view`)).json().count).toBe(0);
    expect((await owner.post(`/recordings/${id}/view/`, { reason: 'Quality check' })).statusCode).toBe(200);
  });

  it('cannot be opened before they are ready', async () => {
    const { owner } = await signIn();
    const { db } = backend.database;
    const id = await addRecording(db, await addInterpretation(db));
    const refused = await owner.post(`/recordings/${id}/view/`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'recording_not_ready']);
  });

  it('are gone when their retention is over, and soon after their bytes too', async () => {
    const { owner, id, interpretation } = await readyOne();
    const { db } = backend.database;
    const left = await addRecording(db, interpretation, { expires: new Date(testStart.getTime() + 200 * day) });
    backend.pass(90 * day);
    // Other options start a new process.
    const later = callsOf((await signIn({ options: {} })).app, await backend.signedIn());
    expect((await later.get(`/recordings/${id}/`)).statusCode).toBe(404);
    const { recordings } = (await later.get(`/interpretations/${interpretation}/`)).json();
    expect(recordings.map((recording: Recording) => recording.id)).toEqual([left]);
    expect(recordings[0].expires).toBe('2024-11-17T07:00:00.000Z');
    const kept = async () => (await db.selectFrom('recordings').select('id').execute()).map((row) => row.id);
    while ((await kept()).includes(id)) await new Promise((again) => setTimeout(again, 20));
    expect(await kept()).toEqual([left]);
    expect(await db.selectFrom('file_contents').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('file_chunks').select('content_id').execute()).toHaveLength(1);
    expect((await owner.get(`/recordings/${id}/`)).statusCode).toBe(401);
  });

  it.each([
    ['in_progress', 'processing'],
    ['in_progress', 'ready'],
    ['pending', 'in_progress'],
    ['pending', 'ready'],
    ['processing', 'in_progress'],
    ['processing', 'pending'],
    ['ready', 'pending'],
    ['ready', 'processing'],
  ] as const)('do not change from %s to %s, even in SQL', async (from, to) => {
    const { db } = backend.database;
    const id = await addRecording(db, await addInterpretation(db), { seconds: null, state: from, size: 1 });
    await expect(db.updateTable('recordings').set({ state: to }).where('id', '=', id).execute()).rejects.toMatchObject({
      code: '23514',
      constraint: 'recordings_transition',
    });
  });

  it('do not exist while the flag is off', async () => {
    const { owner } = await signIn({ flags: { recordings: false } });
    const { db } = backend.database;
    const interpretation = await addInterpretation(db);
    const id = await addRecording(db, interpretation);
    for (const answer of [
      await owner.get(`/recordings/${id}/`),
      await owner.post(`/recordings/${id}/view/`),
      await owner.post('/recordings/process_pending/'),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'feature_off']);
    const detail = (await owner.get(`/interpretations/${interpretation}/`)).json();
    expect([detail.recording, detail.recordings, detail.can.process_recordings]).toEqual([null, [], false]);
  });

  it('return 404 for missing interpretations and jobs', async () => {
    const { owner } = await signIn();
    const refused = await owner.post('/recordings/process_pending/', { interpretation: 'f'.repeat(24) });
    expect(refused.json().code).toBe('not_found');
    expect((await owner.get(`/jobs/${'f'.repeat(24)}/`)).json().code).toBe('not_found');
  });
});
