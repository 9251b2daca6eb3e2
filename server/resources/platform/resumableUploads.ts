import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { fileRules, type FileType } from '../../../contract/filePurposes.ts';
import type { Db } from '../../db/tables.ts';
import { chunkSize } from '../../files/chunkStore.ts';
import { inChunks, newContentKey, readContent, sealChunk } from '../../files/contents.ts';
import { detectType } from '../../files/kinds.ts';
import { seal, unseal } from '../../files/seal.ts';
import { serviceOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { admitRecording, keepRecording, type RecordingDependencies } from './recordings.ts';
import { lockPlatform } from './repository.ts';
import { deleteUpload, findUpload, insertUpload, storeStep, takeUpload, type UploadRow } from './uploadRepository.ts';

/** A part of a recording. `checksum`: the hash that its bytes should have; omitted: they are not compared. */
export type Part = {
  offset: number;
  bytes: AsyncIterable<Uint8Array>;
  checksum?: { algorithm: string; digest: Buffer } | undefined;
};

const wrongOffset = () => new ApiProblem('upload_offset_wrong');

/**
 * Creates an upload of a recording for the calling service account; its bytes follow in parts.
 * @param length bytes
 * @throws ApiProblem file_damaged, file_too_large, upload_quota
 */
export async function createUpload(
  { database: { db }, fileKeys, clock }: RecordingDependencies,
  request: FastifyRequest,
  { source, object, length }: { source: string; object: string; length: number },
): Promise<UploadRow> {
  if (length === 0) throw new ApiProblem('file_damaged');
  const [id, created] = [randomId(), clock()];
  const upload = { id, account_id: serviceOf(request).id, source, name: object, length, created };
  const { columns } = newContentKey(fileKeys, id);
  await db.transaction().execute(async (trx) => {
    // Uploads that are created at once must not pass the quota together.
    await lockPlatform(trx);
    await admitRecording(trx, length);
    // The bytes are rows of the database until all have arrived: objects of a bucket cannot grow.
    await insertUpload(trx, upload, { ...columns, object: null });
  });
  return { ...upload, ...columns, received: 0, media_type: null, hash_state: null };
}

/** An upload of the calling service account. @throws ApiProblem not_found, also for an expired one */
export async function uploadOf(
  { database: { db }, clock }: RecordingDependencies,
  request: FastifyRequest,
  id: string,
): Promise<UploadRow> {
  const upload = await findUpload(db, { id, account: serviceOf(request).id, now: clock() });
  if (!upload) throw new ApiProblem('not_found');
  return upload;
}

/** Deletes an upload of the calling service account. A complete one leaves its recording. @throws ApiProblem not_found */
export async function endUpload(deps: RecordingDependencies, request: FastifyRequest, id: string): Promise<void> {
  await uploadOf(deps, request, id);
  await deleteUpload(deps.database.db, id);
}

const stateContext = (id: string) => `${id}/hash`;

/** The hash of the bytes that an upload has. */
async function hashOf(deps: RecordingDependencies, { id, received, hash_state }: UploadRow, key: Buffer) {
  const { createSHA256 } = await import('hash-wasm');
  const hash = await createSHA256();
  hash.init();
  if (hash_state === null) return hash;
  try {
    return hash.load(unseal(key, Buffer.from(hash_state), stateContext(id)));
  } catch {
    // Another release of the library has written the state.
    for await (const bytes of readContent(deps, id, { start: 0, end: received - 1 })) hash.update(bytes);
    return hash;
  }
}

/** The bytes up to the end, or to the failure of their connection, which is passed to `onBroken`. */
async function* untilBroken(bytes: AsyncIterable<Uint8Array>, onBroken: (error: unknown) => void) {
  try {
    yield* bytes;
  } catch (error) {
    onBroken(error);
  }
}

/** The type of a recording by its first chunk; null: it is no recording. */
async function recordingType(beginning: Buffer): Promise<FileType | null> {
  const type = await detectType(beginning);
  return type && fileRules.recording.types.includes(type) ? type : null;
}

async function* joined(first: AsyncIterable<Uint8Array>, second: AsyncIterable<Uint8Array>) {
  yield* first;
  yield* second;
}

/**
 * Adds a part to an upload as it arrives. If its connection breaks, what has arrived is kept, except with a checksum. The part that
 * completes the upload makes it a file, as if the recording had been sent at once.
 * @returns how many bytes the upload has then
 * @throws ApiProblem upload_offset_wrong, file_too_large, checksum_mismatch, file_damaged, and file_type_refused, which ends the upload
 */
export async function addPart(
  deps: RecordingDependencies,
  request: FastifyRequest,
  upload: UploadRow,
  { offset, bytes, checksum }: Part,
): Promise<number> {
  const { db } = deps.database;
  const { id, length, source, name: object } = upload;
  const tooLong = new ApiProblem('file_too_large', { values: { max: `${length} B` } });
  if (offset !== upload.received) throw wrongOffset();
  if (offset + Number(request.headers['content-length'] ?? 0) > length) throw tooLong;
  if (offset === length) return offset;
  const writer = randomId();
  if (!(await takeUpload(db, { id, received: offset, writer }))) throw wrongOffset();

  const key = deps.fileKeys.unwrap(id, { key_id: upload.key_id, data_key: Buffer.from(upload.data_key) });
  const hash = await hashOf(deps, upload, key);
  const partHash = checksum && createHash(checksum.algorithm);
  const before = { received: offset, media_type: upload.media_type, hash_state: upload.hash_state };
  let { received, media_type } = before;
  const progress = () => ({ received, media_type, hash_state: seal(key, hash.save(), stateContext(id)) });
  type Chunk = { position: number; chunk: Buffer };
  const store = async (into: Db, { position, chunk }: Chunk, known: typeof before) => {
    const sealed = sealChunk(key, { id, position }, chunk);
    if (!(await storeStep(into, { id, writer, position, bytes: sealed, ...known }))) throw wrongOffset();
  };

  const failures: unknown[] = [];
  const arriving = untilBroken(bytes, (error) => failures.push(error));
  const begun = offset % chunkSize;
  const kept = readContent(deps, id, { start: offset - begun, end: offset - 1 });
  let position = (offset - begun) / chunkSize;
  let alreadyKept = begun;
  let isRefused = false;
  let last: Chunk | null = null;
  for await (const chunk of inChunks(joined(kept, arriving))) {
    // Bytes with a checksum count once all of them have been compared.
    if (last) await store(db, last, checksum ? before : progress());
    const added = chunk.subarray(alreadyKept);
    alreadyKept = 0;
    received += added.length;
    if (received > length) throw tooLong;
    hash.update(added);
    partHash?.update(added);
    if (position === 0 && (chunk.length === chunkSize || received === length)) {
      media_type = await recordingType(chunk);
      isRefused = media_type === null;
    }
    if (isRefused && !checksum) break;
    last = { position, chunk };
    position += 1;
  }

  if (partHash && failures.length > 0) throw failures[0];
  if (partHash && !partHash.digest().equals(checksum.digest)) throw new ApiProblem('checksum_mismatch');
  if (isRefused) {
    await deleteUpload(db, id);
    throw new ApiProblem('file_type_refused');
  }
  const final = last;
  const known = progress();
  if (final && media_type !== null && received === length) {
    const file = { id, type: media_type, source, object, size: length, sha256: Buffer.from(hash.digest('binary')) };
    await keepRecording(deps, request, file, (trx) => store(trx, final, known));
  } else if (final) await store(db, final, known);
  if (failures.length > 0) throw failures[0];
  return received;
}
