import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { File } from '../../contract/files.ts';
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
import { charge } from '../auth/throttle.ts';
import type { Throttle } from '../auth/limits.ts';
import { type Trx, write } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { uploadTime } from '../http/bodyTime.ts';
import { type RequestSession, sessionOf } from '../http/guard.ts';
import type { Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';
import { randomId } from '../randomId.ts';
import {
  claim,
  deleteFileOf,
  type FileRow,
  findFile,
  insertFile,
  type Owner,
  reserveContent,
} from '../resources/files/repository.ts';
import { maySee } from './access.ts';
import { dropContent, fillContent, inChunks, readContent, writeContent } from './contents.ts';
import { kindOf } from './kinds.ts';
import { labelOf } from './labels.ts';
import { type Links, linksOf, readLinkKey } from './links.ts';
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

/**
 * Takes a file for a record, within the transaction that writes the record: the caller must have uploaded it, for this
 * purpose, and no other record may have it. With `call owns_files('<collection>')` in a migration it goes with the record.
 * @param options.field the field of the form that names the file
 * @throws ApiProblem invalid, with `not_found` for the field.
 */
export async function claimFile(
  trx: Trx,
  { id, purpose, person, field }: { id: string; purpose: FilePurpose; person: Pick<Person, 'id'>; field: string },
  owner: Owner,
): Promise<void> {
  if (!(await claim(trx, { id, purpose, uploadedBy: person.id }, owner)))
    throw new ApiProblem('invalid', { errors: { [field]: ['not_found'] } });
}

/**
 * Deletes a file of a record, within the transaction that takes it out of the record.
 * @throws ApiProblem not_found where the record has no such file.
 */
export async function dropFile(trx: Trx, id: string, owner: Owner): Promise<void> {
  if (!(await deleteFileOf(trx, id, owner))) throw new ApiProblem('not_found');
}

/**
 * Puts the file that a form names in the place of the one that a record has had, after the record's own row says so: the new one
 * is claimed, the old one deleted. The same file, or a form that names none, changes nothing.
 * @param files the id of the file before and after; undefined: the form leaves it as it is
 */
export async function exchangeFile(
  trx: Trx,
  { purpose, field, person }: { purpose: FilePurpose; field: string; person: Pick<Person, 'id'> },
  [before, after]: readonly [string | null, string | null | undefined],
  owner: Owner,
): Promise<void> {
  if (after === undefined || after === before) return;
  if (after !== null) await claimFile(trx, { id: after, purpose, person, field }, owner);
  if (before !== null) await dropFile(trx, before, owner);
}

type SignedLink = Parameters<Links['check']>[0];
type FindSession = (hash: Buffer) => Promise<RequestSession | null>;

/** How long the bytes of one answer are passed on before its link is looked at again, in milliseconds. */
const lookAgain = 5_000;

/** The files of a deployment: taking them in, and the links by which they are seen. One for the whole app. */
export function createFiles({ deployment, database: { db }, clock }: AppParts, findSession: FindSession) {
  let links: Links | null = null;

  /** The links, made and checked with the key that the database holds. Inside a transaction give that. */
  const linksBy = async (handle: Kysely<Tables>): Promise<Links> => {
    links ??= linksOf(await readLinkKey(handle));
    return links;
  };

  /** Draws an uploaded picture anew: read from the database and written to it piece by piece, whatever waits for its turn. */
  const drawnAnew = async (
    { from, size, type }: { from: string; size: number; type: PictureType },
    { id, begun }: { id: string; begun: Date },
  ) => {
    try {
      return await redraw(readContent(db, from, { start: 0, end: size - 1 }), type, async (picture) => {
        const content = await writeContent(db, { id, begun }, inChunks(picture.bytes));
        return { id, content, picture };
      });
    } finally {
      await dropContent(db, from).catch(() => undefined);
    }
  };

  const openFile = async (link: SignedLink): Promise<FileRow> => {
    const now = clock();
    (await linksBy(db)).check(link, now);
    const session = await findSession(link.session);
    if (!session) throw new ApiProblem('link_expired');
    const file = await findFile(db, link.id);
    if (!file || !(await maySee(db, file, { person: session.person, flags: deployment.flags, now })))
      throw new ApiProblem('not_found');
    return file;
  };

  return {
    linksBy,

    /**
     * How files are answered to somebody now, with fresh links that are good in their session: ask once per call, then for each
     * row. Inside a transaction give that.
     */
    presenter: async ({ session }: Person, handle: Kysely<Tables> = db): Promise<(row: FileRow) => File> => {
      const { linksTo } = await linksBy(handle);
      const now = clock();
      return (row) => {
        const { url, download_url, expires } = linksTo(row, session, now);
        return {
          id: row.id,
          name: row.name,
          media_type: row.media_type,
          size: row.size,
          width: row.width,
          height: row.height,
          created: row.created.toISOString(),
          url,
          download_url,
          links_expire: expires.toISOString(),
        };
      };
    },

    /**
     * Whether the caller may upload for a purpose, and this much; counted before anything is read.
     * @throws ApiProblem feature_off, forbidden, file_too_large or too_many_requests.
     */
    admit: async (request: FastifyRequest, purpose: FilePurpose): Promise<void> => {
      const { person } = sessionOf(request);
      const { roles, flag } = uploading[purpose];
      if (flag && !deployment.flags[flag]) throw new ApiProblem('feature_off');
      if (!(roles as readonly string[]).includes(person.role)) throw new ApiProblem('forbidden');
      const { maxBytes } = fileRules[purpose];
      // What stands around the file in the form is small.
      if (Number(request.headers['content-length'] ?? 0) > maxBytes + 64 * 1024) throw tooLarge(maxBytes);
      await charge(db, uploads, person.id, clock());
    },

    /**
     * Keeps an upload. It belongs to whoever made it until a record claims it.
     * @throws ApiProblem file_too_large, file_type_refused, file_damaged, image_too_large, upload_quota or server_busy.
     */
    keep: async (
      request: FastifyRequest,
      { purpose, name, source }: { purpose: FilePurpose; name: string; source: AsyncIterable<Uint8Array> },
    ): Promise<FileRow> => {
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
        ? await drawnAnew({ from: upload.id, size: received.size, type }, { id, begun })
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
    },

    /**
     * The file behind a link that was made here and is still good: not expired, of a session that goes on, and of a file that
     * its person may still see.
     * @throws ApiProblem not_found or link_expired.
     */
    behind: openFile,

    /** Passes the bytes of a file on while its link is good: a film may be read from one answer for hours. */
    async *whileGood(link: SignedLink, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let looked = clock().getTime();
      for await (const part of bytes) {
        const now = clock().getTime();
        if (now - looked >= lookAgain) {
          await openFile(link);
          looked = now;
        }
        yield part;
      }
    },
  };
}

/** What other resources are given to answer with their files. */
export type Files = ReturnType<typeof createFiles>;
