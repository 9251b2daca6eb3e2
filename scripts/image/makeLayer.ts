import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type Descriptor, digestOf, epoch, mediaTypes } from './oci.ts';

const compress = promisify(gzip);

/** A file, link or folder in a layer, owned by root. Paths have no leading slash. */
export type Entry =
  | { path: string; content: Buffer; mode?: number }
  | { path: string; link: string }
  | { path: string; folder: true; mode?: number };

/** A compressed layer with its descriptor. */
export type Layer = {
  descriptor: Descriptor;
  /** Digest of the tar before compression. */
  diffId: string;
  blob: Buffer;
};

const root = { mtime: epoch, uid: 0, gid: 0, uname: '', gname: '' };

/** The parent folders of the entries, from `below` downwards. */
function foldersOf(entries: Entry[], below: string): Entry[] {
  const folders = new Set<string>();
  for (const { path } of entries) {
    const parts = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
  }
  const known = new Set(entries.map(({ path }) => path));
  return [...folders]
    .filter((path) => path.startsWith(below) && !known.has(path))
    .map((path) => ({ path, folder: true }));
}

/**
 * Packs files into a layer. The same entries give the same bytes, independent of their order and the time.
 * @param reason stored as annotation of the layer in the manifest
 * @param below folders above this path are left to the base image
 */
export async function makeLayer(reason: string, entries: Entry[], below = ''): Promise<Layer> {
  const archive = pack();
  const bytes = buffer(archive);
  const all = [...entries, ...foldersOf(entries, below)].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const entry of all) {
    if ('content' in entry) {
      archive.entry(
        { ...root, name: entry.path, mode: entry.mode ?? 0o644, size: entry.content.length },
        entry.content,
      );
    } else if ('link' in entry) {
      archive.entry({ ...root, name: entry.path, mode: 0o777, type: 'symlink', linkname: entry.link });
    } else {
      archive.entry({ ...root, name: `${entry.path}/`, mode: entry.mode ?? 0o755, type: 'directory' });
    }
  }
  archive.finalize();
  const tar = await bytes;
  const blob = await compress(tar, { level: 6 });
  return {
    descriptor: {
      mediaType: mediaTypes.layer,
      digest: digestOf(blob),
      size: blob.length,
      annotations: { 'dev.signboard.reason': reason },
    },
    diffId: digestOf(tar),
    blob,
  };
}
