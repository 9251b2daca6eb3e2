import type { FastifyRequest } from 'fastify';
import {
  captionsType,
  type FilePurpose,
  filePurposes,
  fileRules,
  type FileType,
  maxPictureBytes,
} from '../../contract/filePurposes.ts';
import { uploadPermissions } from '../../contract/permissions.ts';
import type { StaffRole } from '../../contract/roles.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Throttle } from '../auth/limits.ts';
import { charge } from '../auth/throttle.ts';
import { addAuditEntry, write } from '../collection/write.ts';
import { uploadTime } from '../http/bodyTime.ts';
import { sessionOf } from '../http/guard.ts';
import type { Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';
import { randomId } from '../randomId.ts';
import { type FileRow, insertFile, reserveContent } from '../resources/files/repository.ts';
import type { SecurityLog } from '../resources/securityEvents/securityLog.ts';
import {
  type ContentDependencies,
  dropContent,
  fillContent,
  inChunks,
  newContent,
  readContent,
  writeContent,
} from './contents.ts';
import { detectType } from './kinds.ts';
import { labelOf } from './labels.ts';
import { isPicture, type PictureType, reencode } from './pictures.ts';
import type { Scan } from './scanner.ts';

/** What uploads need besides the dependencies of the backend. */
type UploadDependencies = Dependencies & { scan: Scan; securityLog: SecurityLog };

/** The limit of uploads per person. */
const uploads: Throttle = { scope: 'upload:person', max: 200, window: 10 * 60_000, shownAs: 'upload' };

const MiB = 1024 * 1024;

/** The error of a file above the maximum size. */
export function tooLarge(maxBytes: number): ApiProblem {
  return new ApiProblem('file_too_large', { values: { max: `${maxBytes / MiB} MB` } });
}

/** The bytes of an upload. A broken one is an error of the sender, not of the server. */
export async function* bytesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new ApiProblem('file_damaged', {}, { cause: error });
  }
}

/** Streams bytes up to a maximum. */
async function* limitSize(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield bytes;
  }
}

async function* prepend(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Streams a text, which fails if it is not UTF-8. */
async function* requireUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      throw new ApiProblem('captions_not_utf8', {}, { cause: error });
    }
  };
  for await (const bytes of source) {
    decode(bytes);
    yield bytes;
  }
  decode();
}

/** Detects the type of an upload and returns its chunks, which fail above the maximum size. */
export async function receive(
  source: AsyncIterable<Uint8Array>,
  purpose: FilePurpose,
): Promise<{ type: FileType; chunks: AsyncIterable<Buffer> }> {
  const { types, maxBytes } = fileRules[purpose];
  const chunks = limitSize(inChunks(source), maxBytes);
  const beginning = await chunks.next();
  if (beginning.done) throw new ApiProblem('file_damaged');
  const type = await detectType(beginning.value);
  if (!type || !types.includes(type)) throw new ApiProblem('file_type_refused');
  const all = prepend(beginning.value, chunks);
  if (type === captionsType) return { type, chunks: requireUtf8(all) };
  return { type, chunks: isPicture(type) ? limitSize(all, Math.min(maxBytes, maxPictureBytes)) : all };
}

/**
 * How many bytes a person may have uploaded that no record has claimed: enough for the two largest files that they may
 * upload.
 */
function quotaOf({ role }: Pick<Person, 'role'>): number {
  const sizes = filePurposes
    .filter((purpose) => (uploadPermissions[purpose].roles as readonly StaffRole[]).includes(role))
    .map((purpose) => fileRules[purpose].maxBytes);
  return 2 * Math.max(0, ...sizes);
}

/** Re-encodes an uploaded picture, reading and writing it in chunks. */
async function reencodeUpload(
  deps: ContentDependencies,
  { from, size, type }: { from: string; size: number; type: PictureType },
  { id, begun }: { id: string; begun: Date },
) {
  try {
    return await reencode(readContent(deps, from, { start: 0, end: size - 1 }), type, async (picture) => {
      const content = await writeContent(deps, { id, begun }, inChunks(picture.bytes));
      return { id, content, picture };
    });
  } finally {
    await dropContent(deps.database.db, from).catch(() => undefined);
  }
}

/**
 * Checks whether the caller may upload this much for a purpose, before anything is read.
 * @throws ApiProblem feature_off, forbidden, file_too_large or too_many_requests.
 */
export async function admitUpload(
  { deployment, database: { db }, clock }: Dependencies,
  request: FastifyRequest,
  purpose: FilePurpose,
): Promise<void> {
  const { person } = sessionOf(request);
  const { roles, flag } = uploadPermissions[purpose];
  if (flag && !deployment.flags[flag]) throw new ApiProblem('feature_off');
  if (!(roles as readonly string[]).includes(person.role)) throw new ApiProblem('forbidden');
  const { maxBytes } = fileRules[purpose];
  // The multipart framing around the file is small.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + 64 * 1024) throw tooLarge(maxBytes);
  await charge(db, uploads, person.id, clock());
}

/**
 * Checks a received upload for malware and deletes it if it has some, or could not be checked.
 * @throws ApiProblem file_infected or scan_unavailable.
 */
async function checkUpload(
  deps: UploadDependencies,
  request: FastifyRequest,
  { id, size, name, purpose }: { id: string; size: number; name: string; purpose: FilePurpose },
): Promise<void> {
  const {
    database: { db },
    clock,
    scan,
    securityLog,
  } = deps;
  const about = { object: 'files', objectId: id };
  try {
    const result = await scan(readContent(deps, id, { start: 0, end: size - 1 }));
    if (result === 'unchecked') securityLog.record(request, 'scan_failed', about);
    if (typeof result === 'string') return;
    const { malware } = result;
    securityLog.record(request, 'malware_found', about);
    const act = { request, now: clock(), act: 'refuse_upload' };
    await write(db, act, (trx) =>
      addAuditEntry(trx, act, { collection: 'files', id, after: { name, purpose, size, malware } }),
    );
    throw new ApiProblem('file_infected');
  } catch (error) {
    await dropContent(db, id).catch(() => undefined);
    if (error instanceof ApiProblem && error.code === 'scan_unavailable')
      securityLog.record(request, 'scan_failed', { ...about, reason: error.code });
    throw error;
  }
}

/**
 * Stores an upload. It belongs to its uploader until a record claims it.
 * @throws ApiProblem file_too_large, file_type_refused, file_damaged, file_infected,
 * scan_unavailable, files_unavailable, image_too_large, upload_quota or server_busy.
 */
export async function storeUpload(
  deps: UploadDependencies,
  request: FastifyRequest,
  { purpose, name, source }: { purpose: FilePurpose; name: string; source: AsyncIterable<Uint8Array> },
): Promise<FileRow> {
  const {
    database: { db },
    clock,
  } = deps;
  const { person } = sessionOf(request);
  const { type, chunks } = await receive(source, purpose);
  const [id, begun] = [randomId(), clock()];
  const { maxBytes } = fileRules[purpose];
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  const quota = quotaOf(person);
  const upload = { id: randomId(), begun, uploaded_by: person.id, reserved: Math.min(announced, maxBytes) };
  const since = new Date(begun.getTime() - uploadTime);
  const content = newContent(deps, upload.id);
  if (!(await reserveContent(db, { ...upload, ...content.columns, quota, since })))
    throw new ApiProblem('upload_quota', { values: { max: `${quota / MiB} MB` } });
  const received = await fillContent(deps, content, chunks);
  const label = labelOf(name, type);
  await checkUpload(deps, request, { id: upload.id, size: received.size, name: label, purpose });
  const kept = isPicture(type)
    ? await reencodeUpload(deps, { from: upload.id, size: received.size, type }, { id, begun })
    : { id: upload.id, content: received, picture: null };
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    const file = {
      id: kept.id,
      purpose,
      name: label,
      media_type: type,
      ...kept.content,
      width: kept.picture?.width ?? null,
      height: kept.picture?.height ?? null,
      created: now,
    };
    await insertFile(trx, { ...file, uploaded_by: person.id, collection: null, record_id: null });
    return file;
  });
}
