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

/** What a link says; `session` is the hash of the token of the session that it was made for. */
export type Link = { id: string; expires: number; disposition: Disposition; session: Buffer };

/**
 * Makes and checks the links to files: an HMAC of id, expiry, disposition and session, with the key that the database keeps.
 * A link is good for as long as its session is: the hash tells nobody the token.
 */
export type Links = {
  linksTo: (
    file: { id: string; purpose: FilePurpose },
    session: Buffer,
    now: Date,
  ) => { url: string; download_url: string; expires: Date };
  /** @throws ApiProblem not_found for what was not signed here, link_expired for what was signed too long ago. */
  check: (link: Link & { signature: string }, now: Date) => void;
};

/** The links of a key. */
export function linksOf(key: Buffer): Links {
  const sign = ({ id, expires, disposition, session }: Link) =>
    createHmac('sha256', key)
      .update(`${id}\n${expires}\n${disposition}\n${session.toString('hex')}`)
      .digest();
  return {
    linksTo: ({ id, purpose }, session, now) => {
      const ends = Math.ceil((now.getTime() + life[purpose]) / grain) * grain;
      const expires = ends / 1000;
      const link = (disposition: Disposition) => {
        const signature = sign({ id, expires, disposition, session }).toString('base64url');
        return `files/${id}/content/?expires=${expires}&session=${session.toString('base64url')}&signature=${signature}`;
      };
      return {
        url: link('inline'),
        download_url: `${link('attachment')}&disposition=attachment`,
        expires: new Date(ends),
      };
    },
    check: ({ signature, ...link }, now) => {
      const given = Buffer.from(signature, 'base64url');
      const right = sign(link);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new ApiProblem('not_found');
      if (link.expires * 1000 <= now.getTime()) throw new ApiProblem('link_expired');
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
