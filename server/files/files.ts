import type { Kysely } from 'kysely';
import type { File } from '../../contract/files.ts';
import type { FilePurpose } from '../../contract/filePurposes.ts';
import type { AppParts } from '../appParts.ts';
import { bindTo } from '../bindTo.ts';
import type { Trx } from '../collection/write.ts';
import type { Tables } from '../db/tables.ts';
import type { RequestSession } from '../http/guard.ts';
import type { Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';
import { claim, deleteFileOf, type FileRow, findFile, type Owner } from '../resources/files/repository.ts';
import { maySee } from './access.ts';
import { type Links, linksOf, readLinkKey } from './links.ts';
import { admitUpload, keepUpload } from './uploads.ts';

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
export function createFiles(parts: AppParts, findSession: FindSession) {
  const {
    deployment,
    database: { db },
    clock,
  } = parts;
  const bound = bindTo(parts);
  let links: Links | null = null;

  /** The links, made and checked with the key that the database holds. Inside a transaction give that. */
  const linksBy = async (handle: Kysely<Tables>): Promise<Links> => {
    links ??= linksOf(await readLinkKey(handle));
    return links;
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

    admit: bound(admitUpload),
    keep: bound(keepUpload),

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
