import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of all deployments. */
export const tenantsRoot = import.meta.dirname;

/** Folders with code beside the deployments; no deployment may have their names. */
export const codeFolders: ReadonlySet<string> = new Set(['checks']);

/** Ids that would collide with a folder of `dist/` or an address of `npm start`. */
export const reservedIds: ReadonlySet<string> = new Set(['images', 'app', 'id', 'mail']);

/** The form of an id: it names a folder, an image and a host. */
export const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The form of an id in words. */
export const idForm =
  'up to 40 lower-case letters of the English alphabet, digits and single hyphens, beginning with a letter';

/**
 * The ids of all deployments, sorted. Every folder of `root` is a deployment; there is no other list.
 * @param root another folder of deployments, for tests.
 */
export function tenantIds(root: string = tenantsRoot): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !codeFolders.has(entry.name) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}

/** Path of a deployment's manifest. */
export const manifestPath = (root: string, id: string): string => join(root, id, 'manifest.json');
