import { RecordPath } from '../../../contract/collection.ts';
import { Job } from '../../../contract/jobs.ts';
import { PendingRecordings, Recording, RecordingMedia, RecordingView } from '../../../contract/recordings.ts';
import { sendRecord } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { findJob, startJob } from '../../jobs/queue.ts';
import { mayRead, mayReadAll, type Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { filesOfRecords } from '../files/repository.ts';
import { findInterpretation } from '../interpretations/repository.ts';
import { scopeOf } from '../interpretations/scope.ts';
import { processRecording } from './processing.ts';
import { findRecording, pendingRecordings, type RecordingRow } from './repository.ts';
import { partsOf, recordingOnWire } from './wire.ts';

const flag = 'recordings';
const reads = routeOptions('recordings', { policy: mayRead('interpretations'), flag });
const processes = routeOptions('recordings', { policy: mayReadAll('interpretations'), flag });
const readsJobs = routeOptions('jobs', { policy: mayReadAll('interpretations'), flag });

/** The processing of recordings, and its progress. */
function serveProcessing(app: TypedApp, { deployment, database: { db }, clock, worker }: Services): void {
  app.post(
    '/recordings/process_pending/',
    processes({
      summary: 'Process the pending recordings of an interpretation, or all',
      description:
        'The work continues in the background; `GET jobs/{id}/` returns its progress. A repeated call does not repeat the work.',
      body: PendingRecordings,
      response: { 202: Job },
    }),
    async (request, reply) => {
      const { interpretation = null } = request.body;
      const now = clock();
      const scope = scopeOf(sessionOf(request).person, deployment.flags, now);
      if (interpretation !== null) orNotFound(await findInterpretation(db, scope, interpretation));
      const job = await write(db, { request, now }, async (trx) => {
        const id = await startJob(
          trx,
          { kind: 'process_recordings', taskKind: processRecording, now, by: sessionOf(request).person.id },
          await pendingRecordings(trx, interpretation, now),
        );
        return orNotFound(await findJob(trx, id));
      });
      worker.wake();
      reply.header('location', `jobs/${job.id}/`);
      return job;
    },
  );

  app.get(
    '/jobs/:id/',
    readsJobs({ summary: 'The progress of a job', params: RecordPath, response: { 200: Job } }),
    async (request) => orNotFound(await findJob(db, request.params.id)),
  );
}

/** Recordings of interpretations that the caller may read. */
function serveReading(app: TypedApp, { deployment, database: { db }, clock, files }: Services): void {
  /** A recording of an interpretation that the person may read. */
  const visible = async (id: string, person: Person): Promise<RecordingRow> => {
    const now = clock();
    const row = orNotFound(await findRecording(db, id, now));
    orNotFound(await findInterpretation(db, scopeOf(person, deployment.flags, now), row.interpretation_id));
    return row;
  };

  app.get(
    '/recordings/:id/',
    reads({ summary: 'A recording', params: RecordPath, response: { 200: Recording } }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const row = await visible(request.params.id, person);
      const kept = (await filesOfRecords(db, 'recordings', [row.id])).get(row.id);
      return sendRecord(reply, recordingOnWire(row, kept, { person, deployment }));
    },
  );

  app.post(
    '/recordings/:id/view/',
    reads({
      summary: 'Open a recording',
      description:
        'Every call is recorded in the audit log, with its reason. 409 `recording_not_ready` before it is ready.',
      params: RecordPath,
      body: RecordingView,
      response: { 200: RecordingMedia },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const { reason = null } = request.body;
      const { id, state, interpretation_id, captions_language } = await visible(request.params.id, person);
      if (state !== 'ready') throw new ApiProblem('recording_not_ready');
      if (reason === null && deployment.recordings.reason)
        throw new ApiProblem('invalid', { errors: { reason: ['required'] } });
      const now = clock();
      const act = { request, now, act: 'view' };
      return write(db, act, async (trx) => {
        const { media, captions } = partsOf((await filesOfRecords(trx, 'recordings', [id])).get(id));
        const present = await files.presenter(person, trx);
        await addAuditEntry(trx, act, { collection: 'recordings', id, after: { interpretation_id, reason } });
        return {
          media: present(orNotFound(media)),
          captions: captions ? present(captions) : null,
          captions_language: captions ? captions_language : null,
        };
      });
    },
  );
}

/** `recordings/` and `jobs/`: the recordings of interpretations, and their processing (Q24). */
export function routes(app: TypedApp, services: Services): void {
  serveProcessing(app, services);
  serveReading(app, services);
}
