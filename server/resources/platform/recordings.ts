import type { FastifyRequest } from 'fastify';
import { fileRules, type FileType } from '../../../contract/filePurposes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Trx, withoutAudit, write } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import { writeContent } from '../../files/contents.ts';
import { receive, tooLarge } from '../../files/uploads.ts';
import { serviceOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { insertFile } from '../files/repository.ts';
import { recordingFile } from './bucketRecordings.ts';
import { startProcessing } from './ingest.ts';
import { lockPlatform, saveObject, waitingBytes } from './repository.ts';
import { announcedBytes } from './uploadRepository.ts';

/** How many bytes may wait for their event: those of ten of the largest recordings. */
const mostWaiting = 10 * fileRules.recording.maxBytes;

/** What is needed to store recordings. */
export type RecordingDependencies = Dependencies & { worker: { wake: () => void } };

/**
 * Refuses a recording that is too large, or any while too many bytes wait for their event or their end.
 * @throws ApiProblem file_too_large, upload_quota
 */
export async function admitRecording(db: Db, size: number): Promise<void> {
  const { maxBytes } = fileRules.recording;
  if (size > maxBytes) throw tooLarge(maxBytes);
  if ((await waitingBytes(db)) + (await announcedBytes(db)) > mostWaiting)
    throw new ApiProblem('upload_quota', { values: { max: '40 GB' } });
}

/**
 * Makes a file of the bytes of a recording, and starts its processing if its event has arrived.
 * @param also is part of the transaction, and comes first
 */
export async function keepRecording(
  { database: { db }, clock, worker }: RecordingDependencies,
  request: FastifyRequest,
  {
    id,
    type,
    source,
    object,
    ...content
  }: { id: string; type: FileType; source: string; object: string; size: number; sha256: Buffer },
  also: (trx: Trx) => Promise<void> = async () => undefined,
): Promise<void> {
  const now = clock();
  let hasWork = false;
  await write(db, { request, now, actor: serviceOf(request).name }, async (trx) => {
    await also(trx);
    await lockPlatform(trx);
    await withoutAudit(trx, async () => {
      await insertFile(trx, { ...recordingFile(id, type, now), ...content });
      await saveObject(trx, { source, name: object, file_id: id, created: now });
      hasWork = await startProcessing(trx, now);
    });
  });
  if (hasWork) worker.wake();
}

/**
 * Stores the bytes of a recording as they arrive, encrypted, and starts its processing if its event has arrived. Bytes that no event
 * names are deleted after a day.
 * @throws ApiProblem file_too_large, file_type_refused, file_damaged, upload_quota
 */
export async function storeRecording(
  deps: RecordingDependencies,
  request: FastifyRequest,
  { source, object, bytes }: { source: string; object: string; bytes: AsyncIterable<Uint8Array> },
): Promise<void> {
  await admitRecording(deps.database.db, Number(request.headers['content-length'] ?? 0));
  const { type, chunks } = await receive(bytes, 'recording');
  const content = { id: randomId(), begun: deps.clock() };
  const received = await writeContent(deps, content, chunks);
  await keepRecording(deps, request, { id: content.id, type, source, object, ...received });
}
