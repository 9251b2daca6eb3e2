import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { File } from '../../contract/files.ts';
import { type FilePurpose, fileRules, type FileType, maxPictureBytes } from '../../contract/filePurposes.ts';
import { uploading } from '../../contract/permissions.ts';
import type { AppParts } from '../appParts.ts';
import { charge } from '../auth/throttle.ts';
import type { Throttle } from '../auth/limits.ts';
import { type Trx, write } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import { sessionOf } from '../http/guard.ts';
import type { Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';
import { randomId } from '../randomId.ts';
import { claim, deleteFileOf, type FileRow, findFile, insertFile, type Owner } from '../resources/files/repository.ts';
import { inChunks, writeContent } from './contents.ts';
import { kindOf } from './kinds.ts';
import { labelOf } from './labels.ts';
import { type Links, linksOf, readLinkKey } from './links.ts';
import { isPicture, type Picture, redraw } from './pictures.ts';

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

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** What becomes of an upload: what it is, its pieces, and how large a picture is. */
type Received = { type: FileType; chunks: AsyncIterable<Buffer>; picture: Picture | null };

/** Looks at the beginning of an upload, and draws it anew when it is a picture. */
async function receive(source: AsyncIterable<Uint8Array>, purpose: FilePurpose): Promise<Received> {
  const { types, maxBytes } = fileRules[purpose];
  const chunks = atMost(inChunks(source), maxBytes);
  const beginning = await chunks.next();
  if (beginning.done) throw new ApiProblem('file_damaged');
  const type = await kindOf(beginning.value);
  if (!type || !types.includes(type)) throw new ApiProblem('file_type_refused');
  const all = startingWith(beginning.value, chunks);
  if (!isPicture(type)) return { type, chunks: all, picture: null };
  const picture = await redraw(await whole(atMost(all, Math.min(maxBytes, maxPictureBytes))), type);
  return {
    type,
    chunks: inChunks(
      (async function* () {
        yield picture.bytes;
      })(),
    ),
    picture,
  };
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

/** The files of a deployment: taking them in, and the links by which they are seen. One for the whole app. */
export function createFiles({ deployment, database: { db }, clock }: AppParts) {
  let links: Links | null = null;

  /** The links, made and checked with the key that the database holds. Inside a transaction give that. */
  const linksBy = async (handle: Kysely<Tables>): Promise<Links> => {
    links ??= linksOf(await readLinkKey(handle));
    return links;
  };

  return {
    linksBy,

    /** How files are answered now, with fresh links: ask once per call, then for each row. Inside a transaction give that. */
    presenter: async (handle: Kysely<Tables> = db): Promise<(row: FileRow) => File> => {
      const { linksTo } = await linksBy(handle);
      const now = clock();
      return (row) => {
        const { url, download_url, expires } = linksTo(row, now);
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
     * @throws ApiProblem file_too_large, file_type_refused, file_damaged or image_too_large.
     */
    keep: async (
      request: FastifyRequest,
      { purpose, name, source }: { purpose: FilePurpose; name: string; source: AsyncIterable<Uint8Array> },
    ): Promise<FileRow> => {
      const { person } = sessionOf(request);
      const { type, chunks, picture } = await receive(source, purpose);
      const [id, begun] = [randomId(), clock()];
      const content = await writeContent(db, { id, begun }, chunks);
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        const file = {
          id,
          purpose,
          name: labelOf(name, type),
          media_type: type,
          ...content,
          width: picture?.width ?? null,
          height: picture?.height ?? null,
          created: now,
        };
        await insertFile(trx, { ...file, uploaded_by: person.id, collection: null, record_id: null });
        return file;
      });
    },

    /** The file behind a link that was made here and is still good. @throws ApiProblem not_found or link_expired. */
    behind: async (link: Parameters<Links['check']>[0]): Promise<FileRow> => {
      (await linksBy(db)).check(link, clock());
      const file = await findFile(db, link.id);
      if (!file) throw new ApiProblem('not_found');
      return file;
    },
  };
}

/** What other resources are given to answer with their files. */
export type Files = ReturnType<typeof createFiles>;
