import { readFileSync, statSync } from 'node:fs';
import { digestOf } from './oci.ts';

/** The digest of each file that was read, by its inode: hard links to a file share it. */
const digests = new Map<string, string>();

/**
 * Whether a file exists and has the content of a digest. A file that was not written since is read once: hashing the same 150 MB of Node and
 * packages three times took 15 % of shipping a palette.
 */
export function hasDigest(path: string, digest: string): boolean {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!file) return false;
  const { dev, ino, size, mtimeNs } = file;
  const key = [dev, ino, size, mtimeNs].join(' ');
  const known = digests.get(key) ?? digestOf(readFileSync(path));
  digests.set(key, known);
  return known === digest;
}
