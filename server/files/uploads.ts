import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type FilePurpose,
  filePurposes,
  fileRules,
  type FileType,
  maxPictureBytes,
} from '../../contract/filePurposes.ts';
import { uploading } from '../../contract/permissions.ts';
import type { StaffRole } from '../../contract/roles.ts';
import type { AppParts } from '../appParts.ts';
import type { Throttle } from '../auth/limits.ts';
import { charge } from '../auth/throttle.ts';
import { write } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { uploadTime } from '../http/bodyTime.ts';
import { sessionOf } from '../http/guard.ts';
import type { Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';
import { randomId } from '../randomId.ts';
import { type FileRow, insertFile, reserveContent } from '../resources/files/repository.ts';
import { dropContent, fillContent, inChunks, readContent, writeContent } from './contents.ts';
import { kindOf } from './kinds.ts';
import { labelOf } from './labels.ts';
import { isPicture, type PictureType, redraw } from './pictures.ts';

/** How many files one person may upload. */
const uploads: Throttle = { scope: 'upload:person', max: 200, window: 10 * 60_000 };

const MiB = 1024 * 1024;

function tooLarge(maxBytes: number): ApiProblem {
  return new ApiProblem('file_too_large', { values: { max: `${maxBytes / MiB} MB` } });
}

/** Passes bytes on while there are no more than allowed. */
async function* atMost(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield bytes;
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Looks at the beginning of an upload: what it is, and its pieces, which break off where there are too many. */
async function receive(
  source: AsyncIterable<Uint8Array>,
  purpose: FilePurpose,
): Promise<{ type: FileType; chunks: AsyncIterable<Buffer> }> {
  const { types, maxBytes } = fileRules[purpose];
  const chunks = atMost(inChunks(source), maxBytes);
  const beginning = await chunks.next();
  if (beginning.done) throw new ApiProblem('file_damaged');
  const type = await kindOf(beginning.value);
  if (!type || !types.includes(type)) throw new ApiProblem('file_type_refused');
  const all = startingWith(beginning.value, chunks);
  return { type, chunks: isPicture(type) ? atMost(all, Math.min(maxBytes, maxPictureBytes)) : all };
}

/**
 * How many bytes somebody may have uploaded that no record has taken: enough for the two largest files that they may send.
 */
function quotaOf({ role }: Pick<Person, 'role'>): number {
  const sizes = filePurposes
    .filter((purpose) => (uploading[purpose].roles as readonly StaffRole[]).includes(role))
    .map((purpose) => fileRules[purpose].maxBytes);
  return Math.max(512 * MiB, 2 * Math.max(0, ...sizes));
}

/** Draws an uploaded picture anew: read from the database and written to it piece by piece, whatever waits for its turn. */
async function drawnAnew(
  db: Kysely<Tables>,
  { from, size, type }: { from: string; size: number; type: PictureType },
  { id, begun }: { id: string; begun: Date },
) {
  try {
    return await redraw(readContent(db, from, { start: 0, end: size - 1 }), type, async (picture) => {
      const content = await writeContent(db, { id, begun }, inChunks(picture.bytes));
      return { id, content, picture };
    });
  } finally {
    await dropContent(db, from).catch(() => undefined);
  }
}

/**
 * Whether the caller may upload for a purpose, and this much; counted before anything is read.
 * @throws ApiProblem feature_off, forbidden, file_too_large or too_many_requests.
 */
export async function admitUpload(
  { deployment, database: { db }, clock }: AppParts,
  request: FastifyRequest,
  purpose: FilePurpose,
): Promise<void> {
  const { person } = sessionOf(request);
  const { roles, flag } = uploading[purpose];
  if (flag && !deployment.flags[flag]) throw new ApiProblem('feature_off');
  if (!(roles as readonly string[]).includes(person.role)) throw new ApiProblem('forbidden');
  const { maxBytes } = fileRules[purpose];
  // What stands around the file in the form is small.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + 64 * 1024) throw tooLarge(maxBytes);
  await charge(db, uploads, person.id, clock());
}

/**
 * Keeps an upload. It belongs to whoever made it until a record claims it.
 * @throws ApiProblem file_too_large, file_type_refused, file_damaged, image_too_large, upload_quota or server_busy.
 */
export async function keepUpload(
  { database: { db }, clock }: AppParts,
  request: FastifyRequest,
  { purpose, name, source }: { purpose: FilePurpose; name: string; source: AsyncIterable<Uint8Array> },
): Promise<FileRow> {
  const { person } = sessionOf(request);
  const { type, chunks } = await receive(source, purpose);
  const [id, begun] = [randomId(), clock()];
  const { maxBytes } = fileRules[purpose];
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  const quota = quotaOf(person);
  const upload = { id: randomId(), begun, uploaded_by: person.id, reserved: Math.min(announced, maxBytes) };
  const since = new Date(begun.getTime() - uploadTime);
  if (!(await reserveContent(db, { ...upload, quota, since })))
    throw new ApiProblem('upload_quota', { values: { max: `${quota / MiB} MB` } });
  const received = await fillContent(db, upload.id, chunks);
  const kept = isPicture(type)
    ? await drawnAnew(db, { from: upload.id, size: received.size, type }, { id, begun })
    : { id: upload.id, content: received, picture: null };
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    const file = {
      id: kept.id,
      purpose,
      name: labelOf(name, type),
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
