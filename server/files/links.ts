import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Disposition } from '../../contract/files.ts';
import type { FilePurpose } from '../../contract/filePurposes.ts';
import type { Db } from '../db/tables.ts';
import { ApiProblem } from '../problem.ts';

const minute = 60_000;

/** The minimum lifetime of a link, in milliseconds. A player requests parts of a film as long as it plays. */
const lifetimes: Record<FilePurpose, number> = {
  logo: 60 * minute,
  slider: 60 * minute,
  reservation: 15 * minute,
  video: 240 * minute,
  captions: 240 * minute,
  recording: 240 * minute,
};

/**
 * Links made within this interval expire together, so that a repeated list has the same picture URLs for the browser's
 * cache.
 */
const expiryGranularity = 5 * minute;

/** The content of a link; `session` is the hash of the session's token. */
export type Link = { id: string; expires: number; disposition: Disposition; session: Buffer };

/**
 * Makes and checks links to files: an HMAC of id, expiry, disposition and session, with the key in the database. A link
 * ends with its session; the hash does not reveal the token.
 */
export type Links = {
  linksTo: (
    file: { id: string; purpose: FilePurpose },
    session: Buffer,
    now: Date,
  ) => { url: string; download_url: string; expires: Date };
  /** @throws ApiProblem not_found for a wrong signature, link_expired for an expired link. */
  check: (link: Link & { signature: string }, now: Date) => void;
};

/** The links signed with a key. */
export function linksOf(key: Buffer): Links {
  const sign = ({ id, expires, disposition, session }: Link) =>
    createHmac('sha256', key)
      .update(`${id}\n${expires}\n${disposition}\n${session.toString('hex')}`)
      .digest();
  return {
    linksTo: ({ id, purpose }, session, now) => {
      const ends = Math.ceil((now.getTime() + lifetimes[purpose]) / expiryGranularity) * expiryGranularity;
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

/** The signing key, created with the database and shared by all processes. */
export async function readLinkKey(db: Db): Promise<Buffer> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'file-links')
    .executeTakeFirstOrThrow();
  return Buffer.from(value);
}
