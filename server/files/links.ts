import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Disposition } from '../../contract/files.ts';
import type { FilePurpose } from '../../contract/filePurposes.ts';
import type { Tables } from '../db/tables.ts';
import { ApiProblem } from '../problem.ts';

const minute = 60_000;

/** How long a link is good for at least, in milliseconds. A film asks for its parts as long as somebody watches it. */
const life: Record<FilePurpose, number> = {
  logo: 60 * minute,
  slider: 60 * minute,
  reservation: 15 * minute,
  video: 240 * minute,
  recording: 240 * minute,
};

/** Links made within these end together, so that a list read again names the pictures that the browser already has. */
const grain = 5 * minute;

/** Makes and checks the links to files: an HMAC of id, expiry and disposition, with the key that the database keeps. */
export type Links = {
  linksTo: (
    file: { id: string; purpose: FilePurpose },
    now: Date,
  ) => { url: string; download_url: string; expires: Date };
  /** @throws ApiProblem not_found for what was not signed here, link_expired for what was signed too long ago. */
  check: (link: { id: string; expires: number; disposition: Disposition; signature: string }, now: Date) => void;
};

/** The links of a key. */
export function linksOf(key: Buffer): Links {
  const sign = (id: string, expires: number, disposition: Disposition) =>
    createHmac('sha256', key).update(`${id}\n${expires}\n${disposition}`).digest();
  return {
    linksTo: ({ id, purpose }, now) => {
      const ends = Math.ceil((now.getTime() + life[purpose]) / grain) * grain;
      const expires = ends / 1000;
      const link = (disposition: Disposition) =>
        `files/${id}/content/?expires=${expires}&signature=${sign(id, expires, disposition).toString('base64url')}`;
      return {
        url: link('inline'),
        download_url: `${link('attachment')}&disposition=attachment`,
        expires: new Date(ends),
      };
    },
    check: ({ id, expires, disposition, signature }, now) => {
      const given = Buffer.from(signature, 'base64url');
      const right = sign(id, expires, disposition);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new ApiProblem('not_found');
      if (expires * 1000 <= now.getTime()) throw new ApiProblem('link_expired');
    },
  };
}

/** The key that the database was given when it was made (migration 006); the same for every process. */
export async function readLinkKey(db: Kysely<Tables>): Promise<Buffer> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'file-links')
    .executeTakeFirstOrThrow();
  return Buffer.from(value);
}
