import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Folder of the bundles' versions in the output folder; `<out>/<id>` is a link to one of them. */
const versions = '.versions';

/** Whether a path is a link; false when nothing is there. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** A new folder to write a bundle into. */
export function draftOf(out: string, id: string): string {
  const folder = join(out, versions, `${id}-${randomBytes(6).toString('hex')}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Makes a draft the bundle of a deployment: `<out>/<id>` becomes a link to it, with a single rename. A process that is killed at
 * any point leaves the old bundle or the new one.
 */
export function publish(out: string, id: string, draft: string): string {
  const folder = join(out, id);
  const aside = `${draft}.previous`;
  const previous = isLink(folder) ? join(out, readlinkSync(folder)) : aside;
  // A folder of an older Signboard cannot be replaced by a link in one step.
  if (previous === aside && existsSync(folder)) renameSync(folder, aside);
  const link = `${draft}.link`;
  symlinkSync(join(versions, basename(draft)), link);
  renameSync(link, folder);
  rmSync(previous, { recursive: true, force: true });
  return folder;
}

/**
 * Cleans up the output folder: removes what interrupted builds left behind and the bundles of deleted deployments. Files that no
 * build wrote are kept. Only the holder of the folder's lock may call it.
 */
export function clearOut(out: string, ids: string[]): void {
  mkdirSync(out, { recursive: true });
  const names = readdirSync(out);
  for (const name of names) {
    const path = join(out, name);
    if (!ids.includes(name) && existsSync(join(path, '.meta/bundle.json')))
      rmSync(path, { recursive: true, force: true });
  }
  const used = new Set(
    names.map((name) => join(out, name)).flatMap((path) => (isLink(path) ? basename(readlinkSync(path)) : [])),
  );
  const folder = join(out, versions);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!used.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
