import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of all deployments. */
export const tenantsRoot = import.meta.dirname;

/** Folders with code beside the deployments; no deployment may have their names. */
export const codeFolders: ReadonlySet<string> = new Set(['checks']);

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
