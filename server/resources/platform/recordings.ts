import type { FastifyRequest } from 'fastify';
import { fileRules } from '../../../contract/filePurposes.ts';
import type { AppParts } from '../../appParts.ts';
import { type Trx, withoutAudit, write } from '../../collection/write.ts';
import { writeContent } from '../../files/contents.ts';
import { receive, tooLarge } from '../../files/uploads.ts';
import { serviceOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { insertFile } from '../files/repository.ts';
import { recordingFile } from './bucketRecordings.ts';
import { startProcessing } from './ingest.ts';
import { lockPlatform, saveObject, waitingBytes } from './repository.ts';

/** How many bytes may wait for their event: those of ten of the largest recordings. */
const mostWaiting = 10 * fileRules.recording.maxBytes;

/**
 * Stores the bytes of a recording as they arrive, encrypted, and starts its processing if its event has arrived. Bytes that no event
 * names are deleted after a day.
 * @throws ApiProblem file_too_large, file_type_refused, file_damaged, upload_quota
 */
export async function storeRecording(
  parts: AppParts & { worker: { wake: () => void } },
  request: FastifyRequest,
  { source, object, bytes }: { source: string; object: string; bytes: AsyncIterable<Uint8Array> },
): Promise<void> {
  const {
    database: { db },
    clock,
    worker,
  } = parts;
  const { name: actor } = serviceOf(request);
  const { maxBytes } = fileRules.recording;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if ((await waitingBytes(db)) > mostWaiting) throw new ApiProblem('upload_quota', { values: { max: '40 GB' } });
  const { type, chunks } = await receive(bytes, 'recording');
  const content = { id: randomId(), begun: clock() };
  const received = await writeContent(parts, content, chunks);
  const now = clock();
  let hasWork = false;
  await write(db, { request, now, actor }, async (trx: Trx) => {
    await lockPlatform(trx);
    await withoutAudit(trx, async () => {
      await insertFile(trx, { ...recordingFile(content.id, type, now), ...received });
      await saveObject(trx, { source, name: object, file_id: content.id, created: now });
      hasWork = await startProcessing(trx, now);
    });
  });
  if (hasWork) worker.wake();
}
