import type { File } from '../../contract/files.ts';
import type { FilePurpose } from '../../contract/filePurposes.ts';
import type { Dependencies } from '../dependencies.ts';
import { bindTo } from '../bindTo.ts';
import type { Trx } from '../collection/write.ts';
import type { Db } from '../db/tables.ts';
import type { RequestSession } from '../http/guard.ts';
import type { Person } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';
import {
  claim,
  deleteFileOf,
  type FileRow,
  findFile,
  type OwnedFileRow,
  type Owner,
} from '../resources/files/repository.ts';
import { mayReadFile } from './access.ts';
import type { SecurityLog } from '../resources/securityEvents/securityLog.ts';
import { type Links, linksOf, readLinkKey } from './links.ts';
import type { Scan } from './scanner.ts';
import { admitUpload, storeUpload } from './uploads.ts';

/**
 * Assigns a file to a record, in the transaction that writes the record: the caller must have uploaded it for this
 * purpose, and no other record may have it. With `call owns_files('<collection>')` in a migration it is deleted with
 * the record.
 * @param options.field the form field of the file
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
 * Deletes a file of a record, in the transaction that removes it from the record.
 * @throws ApiProblem not_found if the record has no such file.
 */
export async function dropFile(trx: Trx, id: string, owner: Owner): Promise<void> {
  if (!(await deleteFileOf(trx, id, owner))) throw new ApiProblem('not_found');
}

/**
 * Replaces the file of a record, after the record's row was updated: claims the new file and deletes the old one. The
 * same file, or an omitted field, changes nothing.
 * @param files the id of the file before and after; null: none; undefined: unchanged
 * @throws ApiProblem invalid if the new file cannot be claimed, not_found if the record no longer has the old one.
 */
export async function replaceFile(
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

/** The interval at which a download checks its link again, in milliseconds. */
const recheckInterval = 5_000;

/** The files of a deployment: uploads, and signed links. One instance per app. */
export function createFiles(
  deps: Dependencies,
  { findSession, scan, securityLog }: { findSession: FindSession; scan: Scan; securityLog: SecurityLog },
) {
  const {
    deployment,
    database: { db },
    clock,
  } = deps;
  const bound = bindTo({ ...deps, scan, securityLog });
  let links: Links | null = null;

  /** The links with the signing key of the database. Inside a transaction pass the transaction. */
  const linksBy = async (handle: Db): Promise<Links> => {
    links ??= linksOf(await readLinkKey(handle));
    return links;
  };

  const openFile = async (link: SignedLink): Promise<{ file: OwnedFileRow; person: Person }> => {
    const now = clock();
    (await linksBy(db)).check(link, now);
    const session = await findSession(link.session);
    if (!session) throw new ApiProblem('link_expired');
    const file = await findFile(db, link.id);
    if (!file || !(await mayReadFile(db, file, { person: session.person, flags: deployment.flags, now })))
      throw new ApiProblem('not_found');
    return { file, person: session.person };
  };

  return {
    linksBy,

    /**
     * Returns a function that renders files with fresh links for the person's session: call it once per request, then
     * once per row. Inside a transaction pass the transaction.
     */
    presenter: async ({ session }: Person, handle: Db = db): Promise<(row: FileRow) => File> => {
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
    keep: bound(storeUpload),

    /**
     * The file behind a valid link, and the person of its session: signed here, not expired, of an active session, and of a file that its person may
     * still read.
     * @throws ApiProblem not_found or link_expired.
     */
    findByLink: openFile,

    /** Streams the bytes of a file while its link is valid: a film may be read for hours in one response. */
    async *whileValid(link: SignedLink, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let looked = clock().getTime();
      for await (const part of bytes) {
        const now = clock().getTime();
        if (now - looked >= recheckInterval) {
          await openFile(link);
          looked = now;
        }
        yield part;
      }
    },
  };
}

/** The files service that other resources use. */
export type Files = ReturnType<typeof createFiles>;
